#include "rebond/mechanics/beam/modal_beam.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/polynomials/fourth_order_series.hpp"
#include "rebond/solvers/polynomials/gauss_collocation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace rebond {
namespace {

// States y at ξ of the four waves of a piece, in columns: cos ξ, sin ξ, e^−ξ, e^−(λ−ξ), which neither grow
// nor become alike in a long piece, or f_0 … f_3 of f'''' = f, of unit states at ξ = 0, in a short one.
Eigen::Matrix4d wave_states(bool is_short, double xi, double phase)
{
    Eigen::Matrix4d Y;
    if (is_short) {
        const auto [a_less_one, b, c, d] = fourth_order_series(xi, 1.0);
        const double a = 1.0 + a_less_one;
        Y << a, b, c, d,  //
            d, a, b, c,   //
            c, d, a, b,   //
            b, c, d, a;
        return Y;
    }
    const double c = std::cos(xi), s = std::sin(xi), p = std::exp(-xi), q = std::exp(xi - phase);
    Y << c, s, p, q,   //
        -s, c, -p, q,  //
        -c, -s, p, q,  //
        s, -c, -p, q;
    return Y;
}

}  // namespace

double ModalBeam::Wave::at(double xi) const
{
    const auto& a = amplitude;
    if (!is_short)
        return a[0] * std::cos(xi) + a[1] * std::sin(xi) + a[2] * std::exp(-xi) + a[3] * std::exp(xi - phase);
    const auto f = fourth_order_series(xi, 1.0);
    return a[0] + (a[0] * f[0] + a[1] * f[1] + a[2] * f[2] + a[3] * f[3]);
}

// The shape of one mode after the other, from the four amplitudes in every piece: the null vector of the
// conditions at ends and joints, a band matrix, each row scaled to entries of at most one.
class ModalBeam::Shaper {
public:
    explicit Shaper(const SteppedBeam& beam)
        : beam_(beam), n_(4 * static_cast<Index>(beam.pieces.size())), A_(n_, n_), x_(n_)
    {
    }

    // Appends the mode's waves to `waves`, of unit mass in a beam of unit mass. False if numbers overflow.
    [[nodiscard]] bool append(double kappa, std::vector<Wave>& waves);

private:
    using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    // Modes closer than this, relatively, are made orthogonal to one another: rounding mixes modes by its
    // ratio to their distance, here 10⁻¹¹.
    static constexpr double close = 1e-5;
    static constexpr Index below = 5, above = 10;  // diagonals, with room for exchanged rows
    static constexpr int iterations = 3;           // each multiplies other modes by (rounding/distance)²

    void assemble(const std::vector<Wave>& mode);
    void triangulate();
    void improve();
    double squared_mass(const std::vector<Wave>& mode) const;
    double inner_product(const Wave* a, const Wave* b) const;
    void take_amplitudes(std::vector<Wave>& mode) const;
    static Eigen::Map<const Eigen::Vector4d> amplitudes(const Wave& wave)
    {
        return Eigen::Map<const Eigen::Vector4d>(wave.amplitude.data());
    }

    const SteppedBeam& beam_;
    Index n_;
    RowMatrix A_;  // conditions, then their upper triangle U
    Vector x_;     // amplitudes
    std::optional<GaussCollocation> gauss_;
    std::size_t close_modes_ = 0;  // the last ones appended that are close to one another
    double last_kappa_ = 0.0;
};

bool ModalBeam::Shaper::append(double kappa, std::vector<Wave>& waves)
{
    const std::size_t pieces = beam_.pieces.size();
    if (kappa - last_kappa_ > close * kappa) close_modes_ = 0;
    last_kappa_ = kappa;
    if (close_modes_ > 0 && !gauss_) gauss_.emplace();
    const std::size_t first = waves.size() - close_modes_ * pieces;

    // Close modes use the same kind of waves, to be subtracted from one another.
    std::vector<Wave> mode(pieces);
    for (std::size_t p = 0; p < pieces; ++p) {
        mode[p].phase = kappa * beam_.pieces[p].phase;
        mode[p].wave_number = mode[p].phase / beam_.pieces[p].length;
        mode[p].is_short = close_modes_ > 0 ? waves[first + p].is_short : mode[p].phase < longest_series;
    }
    assemble(mode);
    triangulate();
    for (Index i = 0; i < n_; ++i) x_(i) = std::cos(static_cast<double>(1 + i) + kappa);
    for (int iteration = 0; iteration < iterations; ++iteration) {
        improve();
        take_amplitudes(mode);
        for (std::size_t other = first; other < waves.size(); other += pieces) {
            const double share = inner_product(&waves[other], mode.data());
            for (std::size_t p = 0; p < pieces; ++p)
                x_.segment<4>(static_cast<Index>(4 * p)) -= share * amplitudes(waves[other + p]);
            take_amplitudes(mode);
        }
    }

    // Unit mass, and positive at the left end in the lowest derivative that is free there.
    const double mass = squared_mass(mode);
    Index leading = 0;
    for (const Index component : fixed_left(beam_.support)) leading += component == leading ? 1 : 0;
    const Eigen::Matrix4d left = wave_states(mode[0].is_short, 0.0, mode[0].phase);
    x_ *= (left.row(leading).dot(x_.head<4>()) < 0.0 ? -1.0 : 1.0) / std::sqrt(mass);
    take_amplitudes(mode);
    waves.insert(waves.end(), mode.begin(), mode.end());
    ++close_modes_;
    return x_.allFinite() && std::isnormal(mass);
}

void ModalBeam::Shaper::assemble(const std::vector<Wave>& mode)
{
    A_.setZero();
    Index row = 0;
    const auto fix = [&](const FixedComponents& fixed, Index column, const Eigen::Matrix4d& Y) {
        for (const Index component : fixed) A_.row(row++).segment<4>(column) = Y.row(component);
    };
    for (std::size_t p = 0; p < mode.size(); ++p) {
        const Index column = 4 * static_cast<Index>(p);
        const Eigen::Matrix4d left = wave_states(mode[p].is_short, 0.0, mode[p].phase);
        const Eigen::Matrix4d right = wave_states(mode[p].is_short, mode[p].phase, mode[p].phase);
        if (p == 0) {
            fix(fixed_left(beam_.support), column, left);
        } else {
            for (Index i = 0; i < 4; ++i) A_.row(row - 4 + i).segment<4>(column) -= left.row(i);
        }
        if (p + 1 == mode.size()) {
            fix(fixed_right(beam_.support), column, right);
        } else {
            const double r2 = beam_.pieces[p].slope_ratio, r3 = beam_.pieces[p].moment_ratio;
            const Eigen::Vector4d unit{1.0, r2, r3, r2 * r3};
            for (Index i = 0; i < 4; ++i) A_.row(row++).segment<4>(column) = unit(i) * right.row(i);
        }
    }
    for (Index i = 0; i < n_; ++i) A_.row(i) /= A_.row(i).cwiseAbs().maxCoeff();
}

// Gaussian elimination with row exchange; the null vector of U is that of A.
void ModalBeam::Shaper::triangulate()
{
    for (Index j = 0; j < n_; ++j) {
        const Index rows = std::min(below + 1, n_ - j), columns = std::min(above + 1, n_ - j);
        Index pivot = 0;
        A_.col(j).segment(j, rows).cwiseAbs().maxCoeff(&pivot);
        if (pivot > 0) A_.row(j).segment(j, columns).swap(A_.row(j + pivot).segment(j, columns));
        // A vanishing pivot is as good as one of rounding.
        constexpr double rounding = std::numeric_limits<double>::epsilon();
        if (!(std::abs(A_(j, j)) > rounding)) A_(j, j) = rounding;
        for (Index i = j + 1; i < j + rows; ++i) {
            const double factor = A_(i, j) / A_(j, j);
            if (factor != 0.0) A_.row(i).segment(j, columns) -= factor * A_.row(j).segment(j, columns);
        }
    }
}

// One step of inverse iteration, (UᵀU)⁻¹, towards the null vector of U.
void ModalBeam::Shaper::improve()
{
    for (Index i = 0; i < n_; ++i) {
        x_(i) /= A_(i, i);
        const Index columns = std::min(above, n_ - 1 - i);
        x_.segment(i + 1, columns) -= x_(i) * A_.row(i).segment(i + 1, columns).transpose();
    }
    x_ /= x_.cwiseAbs().maxCoeff();
    for (Index i = n_; i-- > 0;) {
        const Index columns = std::min(above, n_ - 1 - i);
        x_(i) = (x_(i) - A_.row(i).segment(i + 1, columns).dot(x_.segment(i + 1, columns))) / A_(i, i);
    }
    x_ /= x_.cwiseAbs().maxCoeff();
}

void ModalBeam::Shaper::take_amplitudes(std::vector<Wave>& mode) const
{
    for (std::size_t p = 0; p < mode.size(); ++p)
        for (std::size_t i = 0; i < 4; ++i) mode[p].amplitude[i] = x_(static_cast<Index>(4 * p + i));
}

// ∫ρA w² dx over the beam's mass, piece by piece from the states: 4∫w² dξ = [3 y_1 y_4 − y_2 y_3] + λ(y_1² +
// y_3² − 2 y_2 y_4), the last bracket being the same everywhere in it.
double ModalBeam::Shaper::squared_mass(const std::vector<Wave>& mode) const
{
    const auto bracket = [](const Eigen::Vector4d& y) { return 3.0 * y(0) * y(3) - y(1) * y(2); };
    double mass = 0.0;
    for (std::size_t p = 0; p < mode.size(); ++p) {
        const double phase = mode[p].phase;
        const auto a = amplitudes(mode[p]);
        const Eigen::Vector4d y = wave_states(mode[p].is_short, 0.0, phase) * a;
        const Eigen::Vector4d z = wave_states(mode[p].is_short, phase, phase) * a;
        const double steady = y(0) * y(0) + y(2) * y(2) - 2.0 * y(1) * y(3);
        mass += beam_.pieces[p].volume * 0.25 * ((bracket(z) - bracket(y)) / phase + steady);
    }
    return mass;
}

// ∫ρA a b dx of two modes over the beam's mass, by six Gauss nodes in each half radian: exact to rounding.
double ModalBeam::Shaper::inner_product(const Wave* a, const Wave* b) const
{
    const GaussCollocation& gauss = *gauss_;
    double product = 0.0;
    for (std::size_t p = 0; p < beam_.pieces.size(); ++p) {
        const double panels = std::ceil(2.0 * a[p].phase);
        double mean = 0.0;
        for (double panel = 0.0; panel < panels; ++panel)
            for (std::size_t i = 0; i < gauss.node.size(); ++i) {
                const double s = (panel + gauss.node[i]) / panels;
                mean += gauss.velocity_end[i] * a[p].at(s * a[p].phase) * b[p].at(s * b[p].phase);
            }
        product += beam_.pieces[p].volume * mean / panels;
    }
    return product;
}

ModalBeam::ModalBeam(const ModalBeamSpec& spec)
{
    require(spec.modes >= 1, "a beam has at least one mode");
    require(spec.young > 0.0 && spec.density > 0.0, "a beam's modulus and density are positive");
    const SteppedBeam beam(spec.support, spec.section);
    length_ = beam.length;
    mass_ = spec.density * beam.volume;
    rigid_modes_ = std::min(beam.rigid_modes(), spec.modes);
    frequencies_ = Vector::Zero(spec.modes);
    if (!beam.is_tractable() || !std::isnormal(mass_)) return;

    double second_moment = 0.0;
    for (const auto& piece : beam.pieces) centre_ += piece.volume * (piece.start + 0.5 * piece.length);
    for (const auto& piece : beam.pieces) {
        const double arm = piece.start + 0.5 * piece.length - centre_;
        second_moment += piece.volume * (piece.length * piece.length / 12.0 + arm * arm);
        start_.push_back(piece.start);
    }
    gyration_ = std::sqrt(second_moment);

    const auto kappa = beam.phases(spec.modes);
    if (!kappa) return;
    const double celerity = std::sqrt(spec.young / spec.density / 12.0);  // ω = k² height celerity
    for (Index i = rigid_modes_; i < spec.modes; ++i) {
        const double k = (*kappa)(i) / length_;
        frequencies_(i) = k * beam.highest * k * celerity;
    }

    Shaper shaper(beam);
    waves_.reserve(static_cast<std::size_t>(spec.modes - rigid_modes_) * beam.pieces.size());
    is_resolved_ = std::isnormal(gyration_);
    for (Index i = rigid_modes_; i < spec.modes && is_resolved_; ++i)
        is_resolved_ = std::isnormal(frequencies_(i)) && shaper.append((*kappa)(i), waves_);
}

Vector ModalBeam::shape(double x) const
{
    Vector phi;
    shape(x, phi);
    return phi;
}

void ModalBeam::shape(double x, Vector& phi) const
{
    require(is_resolved_, "the shape of a mode that is not known");
    require(x >= 0.0 && x <= length_, "a place on the beam");
    phi.resize(frequencies_.size());
    if (rigid_modes_ > 0) phi(0) = 1.0;
    if (rigid_modes_ > 1) phi(1) = (centre_ - x) / gyration_;
    const auto piece =
        static_cast<std::size_t>(std::upper_bound(start_.begin(), start_.end(), x) - start_.begin()) - 1;
    for (Index i = rigid_modes_; i < phi.size(); ++i) {
        const Wave& wave = waves_[static_cast<std::size_t>(i - rigid_modes_) * start_.size() + piece];
        phi(i) = wave.at(wave.wave_number * (x - start_[piece]));
    }
    phi /= std::sqrt(mass_);
}

Index modes_within_theory(const ModalBeamSpec& spec)
{
    const SteppedBeam beam(spec.support, spec.section);
    if (!beam.is_tractable()) return 0;
    return beam.modes_below(std::numbers::pi * (beam.length / beam.highest));
}

}  // namespace rebond
