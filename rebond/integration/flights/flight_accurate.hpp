// The reference flight: Gauss collocation of order 12 (solvers/polynomials/gauss_collocation.hpp), adaptive.
//
// The stage accelerations are found by iterating on the inverse dynamics with factors of M, which
// converges while the step is a few periods/2π of the fastest mode; the step is shortened when it does not.
// The step's length follows the size of the highest Legendre mode of the acceleration, which is the
// error inside the step; at its end the error is about the square of that.
//
// Six stages would take a load of much higher frequency for a slow one, and its error with it: no step is
// longer than half a period of the fastest load. The work of loads and damping is integrated at other times
// than the stages, so that energy which a step has not seen is missed in the balance.
//
// Inside a step gaps and reactions are polynomials, so the first touch and the first release are
// certified by Bernstein coefficients (solvers/polynomials/bernstein.hpp): nothing is sampled. Where a gap
// comes nearer to zero than the polynomial can be trusted the step is tried again at half the length. Landing
// solves the collocation again over the shortened step, so events carry the accuracy of steps.
//
// Forces that begin or end at an onset of the problem are not smooth there: they grow like (t − t₀)^{3/2}.
// Steps end at onsets, each force is on or off over the whole step, and steps are short on the side where it
// is on: its impulse over the step by the quadrature of the stages must agree with that of two nodes more,
// to the square of the tolerance.
#pragma once

#include "rebond/integration/flights/event_accurate.hpp"
#include "rebond/integration/flights/state_flight.hpp"
#include "rebond/solvers/polynomials/gauss_collocation.hpp"
#include "rebond/solvers/polynomials/gauss_polynomial.hpp"

namespace rebond {

class AccurateFlight final : public StateFlight {
public:
    // `problem` must outlive the flight.
    AccurateFlight(const Problem& problem, const EventAccurate& scheme);

    bool may_shorten() const override { return true; }
    double next_step() const override { return step_; }
    double smooth_time() const override { return tried_.length; }
    std::optional<double> try_step(std::vector<ClosedContact>& closed, const std::vector<Opening>& openings,
                                   double longest, bool restart) override;
    std::optional<double> first_touch(Index contact) override;
    std::optional<double> first_release(std::size_t h) override;
    std::optional<double> first_transition(std::size_t h) override;
    std::optional<double> first_paradox(std::size_t h) override;
    double reaction_rounding(std::size_t h) override;
    Pressing pressing(std::size_t h) override;
    Work work() override;
    void arrive(std::optional<double> t) override;
    std::optional<Pressing> switched(Index onset) override;

private:
    bool land_on(double after, State& to) override;

    static constexpr int stages = GaussCollocation::stages;

    // One collocation step: accelerations and reactions at its stages.
    struct Step {
        double length = 0.0;  // h [s]
        std::array<Vector, stages> a;
        std::vector<std::array<double, stages>> friction;  // likewise, where it sticks or slides [N]
        std::vector<std::array<double, stages>> reaction;  // per closed contact [N]
    };

    // Stages of a step `to.length` long from the polynomials of `from`, which started `offset` [s] earlier.
    void predict(const Step& from, double offset, Step& to) const;
    bool collocate(Step& step);
    void place_stage(const Step& step, int stage);    // into q_, v_
    void place_within(const Step& step, double tau);  // the same at any τ
    double size_of(const Vector& change) const { return problem_.model->size_of(change); }
    double pushed(const Step& step, int stage);
    double error_inside(const Step& step);
    double gap_error(const Step& step, Index contact, double whole, double noise) const;
    void bend_gaps(const Step& step, bool is_parabola);
    void set_path(const Step& step);
    bool is_far(Index contact) const
    {
        return !is_constant(problem_.contacts[contact].gap) && bends_[contact].is_far;
    }
    double gap_acceleration(Index contact, int stage) const;
    double gap_mode(Index contact) const;
    static constexpr int looks = 16;  // at a polynomial, for its largest value
    static double crest_of(const std::array<double, looks + 1>& values);
    double mode_of(const std::array<double, stages>& at_stages) const;
    void find_work(std::size_t h, Pressing& pressing);
    void keep_closed(State& state);
    template <typename Excess>
    void put_back(Vector& x, Excess excess);
    using GapPolynomial = std::array<double, stages + 2>;
    GapPolynomial gap_over_step(Index contact) const;
    GapPolynomial over_step(const Gap& gap, const std::array<double, stages>& acceleration) const;
    std::size_t order_of(Index contact) const { return static_cast<std::size_t>(openings_[contact]); }
    bool is_ambiguous(Index contact, double longest) const;
    double rate_at(Index contact, double tau) const;  // φ̇ within the step tried [m/s]
    static std::optional<double> touch(GapPolynomial phi, std::size_t order,
                                       double margin);  // in step lengths
    void sort_onsets();
    double onset_error(const Step& step, double scale);
    std::array<double, stages> onset_accelerations(const Gap& gap);
    std::optional<double> first_crossing(Index onset, bool& is_ambiguous);
    bool end_at_onset(double longest, bool& is_ambiguous);
    bool land_on_onset(Index onset, double after);

    EventAccurate scheme_;
    double longest_;  // step [s] that sees every load
    GaussCollocation gauss_;
    GaussPolynomial quadrature_;
    double step_ = 0.0;  // to try next [s]; 0: as long as it may be
    std::vector<ClosedContact> closed_;
    std::vector<Opening> openings_;
    Step past_, tried_, shortened_;
    struct Bend {
        bool is_far = false;
        std::array<double, stages> acceleration = {};  // φ̈ at the stages [m/s²]
        // A polynomial with the sign of φ over the step; no coefficients where there is none.
        std::array<double, 2 * (stages + 2) - 1> sign = {};
        std::size_t sign_count = 0;
    };
    Matrix path_;              // positions over the step: Σ_k path_.col(k) τᵏ
    std::vector<Bend> bends_;  // of gaps that bend or move, over the step tried
    DenseElimination system_;
    Row row_;
    struct Onset {
        bool is_on = true;
        bool is_watched = false;  // whether its gap, times −1 where it is on, is positive over the step
        std::size_t order = 0;    // the power of τ with which that leaves zero
    };
    std::vector<Onset> onsets_;
    Index ending_ = -1,
          at_onset_ = -1;       // onset at the end of the step tried, and where the body is; −1: none
    double onset_error_ = 0.0;  // of the step tried, in what is tolerated [-]
    State onset_landing_;
    Step* landed_ = &tried_;    // the step that was landed on
    double contraction_ = 0.0;  // of the last collocation
    double fastest_ = 0.0;      // largest acceleration of a step so far [m/s²]
    Vector q_, v_, r_;
};

}  // namespace rebond
