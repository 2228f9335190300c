// Many plane contacts with Coulomb friction (block_contacts.hpp) by a path that leads to the answer; an
// iteration is a pivot. For problems that other solvers leave: it needs no guess, and nothing has to
// contract.
//
// In the plane Coulomb's law is piecewise linear. A contact has two unknowns (a, c),
//
//     N = max(0, a),   w_n = max(0, −a),   T = c brought into |T| ≤ μN,   w_t = T − c,                   (3)
//
// with impulses times the contact's own mobility, so that all are velocities. (3) holds the law for any
// (a, c). What is left are linear equations in each choice of open, sticking and sliding contacts,
//
//     H(x) + z d = 0,     H = G p + b − w,     x = all (a, c).                                           (4)
//
// For large z all contacts are open. The path of all x with (4) is followed from there until z is zero:
// straight in each choice, and where a contact reaches the end of its case, it goes on in the next case. z
// may rise for a while. This is Lemke's method [CottlePangStone2009] for problems that are too large for a
// tableau; with d > 0 along the normals and G positive semidefinite it leads to an answer
// [AnitescuPotra1997]. d is irregular, so that no two contacts change at once, and the same for the same
// input.
//
// Each choice differs from the one before in one contact. Sparse factors are kept for some tens of pivots and
// corrected by what has changed since. G may be singular: ε of a contact's own mobility is added, and taken
// out again by proximal points, each reached from the one before by a short path.
//
// A path takes about as many pivots as there are closed contacts where they stick, and up to ten times as
// many where they slide. It is given up after `most_pivots_each`: in regular packings, where each contact is
// redundant, it may go round for longer.
#pragma once

#include "rebond/solvers/complementarity/block_contacts.hpp"

#include <Eigen/SparseLU>

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rebond {

struct CoulombPathSettings {
    double tolerance = 1e-8;        // of the scale [-]
    int most_pivots_each = 12;      // for each contact and path
    Index updates_of_factors = 64;  // columns that may differ from those factorised
};

class CoulombPath {
public:
    explicit CoulombPath(const CoulombPathSettings& settings = {}) : settings_(settings) {}

    // Arguments are those of CoulombGaussSeidel::solve, but `p` is no guess. Where the path does not end, v
    // and p are those it came to. `interrupt` is looked at with every factorisation.
    [[nodiscard]] BlockOutcome solve(std::span<const BlockContact> contacts,
                                     const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                     Eigen::Ref<Vector> v, Eigen::Ref<Vector> p,
                                     const std::atomic<bool>* interrupt = nullptr);

private:
    enum class Case : char { open, sticks, slides_forth, slides_back };

    // A contact that moves, with velocities over the scale and impulses over scale/g.
    struct Site {
        Index contact = 0;
        double friction = 0.0, mobility = 1.0;  // μ; g, the larger of its own
        Case choice = Case::open;
    };
    // 2×2 of G for two sites, columns in the unit of the second.
    struct Coupling {
        Index site = 0;
        Eigen::Matrix2d G;
    };
    struct Crossing {
        Index site = 0;
        Vector2 along = Vector2::Zero();  // of (a, c): what must grow from here on
    };
    enum class Way { ended, goes_on, lost };

    Index size() const { return 2 * static_cast<Index>(sites_.size()); }
    void lay_out(const Eigen::Ref<const Vector>& inverse_masses);
    BlockStatus follow(int& pivots, const std::atomic<bool>* interrupt);
    void start();
    template <typename Visitor>
    void for_each_entry(Index column, Visitor visit) const;
    [[nodiscard]] bool factor();
    [[nodiscard]] bool renew_column(Index column);
    [[nodiscard]] bool find_direction();
    Way advance();
    void cross(Index site, int boundary);
    std::uint64_t choices() const;
    [[nodiscard]] bool shake();
    [[nodiscard]] bool settle();
    [[nodiscard]] bool set_out_again();
    Vector2 impulse(Index site) const;
    void write_impulses(double scale, Eigen::Ref<Vector> p) const;

    CoulombPathSettings settings_;
    BlockContacts contacts_;
    std::vector<Site> sites_;
    std::vector<std::vector<Coupling>> couplings_;              // by site
    std::vector<std::vector<std::pair<Index, bool>>> at_body_;  // sites of a body, and whether as their first
    Vector free_;                                               // b of the contacts, without impulses
    Vector b_, d_;                                              // of the present path
    Vector proximal_;                                           // p of the last proximal point
    double compliance_ = 0.0;                                   // ε [-]
    double z_ = 0.0;
    Vector best_;
    Vector x_, u_;                              // (a, c) of all sites, and how they change as z falls
    std::optional<Crossing> crossing_;          // what the path has just passed
    double sign_ = 1.0;                         // −1 where z rises
    std::unordered_set<std::uint64_t> passed_;  // choices
    int shakes_ = 0;

    Eigen::SparseMatrix<double> matrix_;
    Eigen::SparseLU<Eigen::SparseMatrix<double>> factors_;
    std::vector<Eigen::Triplet<double>> entries_;
    std::vector<Case> factored_;  // choices of the factors
    std::vector<Index> changed_;  // columns that differ
    std::vector<Index> place_;    // of a column in changed_, or −1
    Matrix corrections_;          // factors⁻¹ of the differences, one column each
    Matrix small_;
    Vector base_;  // factors⁻¹ d
    Vector column_;
};

}  // namespace rebond
