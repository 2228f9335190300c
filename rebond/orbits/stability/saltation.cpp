#include "rebond/orbits/stability/saltation.hpp"

namespace rebond {

Matrix saltation(const Vector& gradient, const Vector& response, double restitution, const EventSide& before,
                 const EventSide& after)
{
    const Index n = gradient.size();
    Matrix S = Matrix::Identity(2 * n, 2 * n);
    const double w = gradient.dot(response);
    S.bottomRightCorner(n, n) -= (1.0 + restitution) / w * response * gradient.transpose();
    Vector jump(2 * n);
    jump << after.v, after.a;
    jump.head(n) -= before.v;
    jump.tail(n) -= S.bottomRightCorner(n, n) * before.a;
    S.leftCols(n) += jump / gradient.dot(before.v) * gradient.transpose();
    return S;
}

}  // namespace rebond
