#include "rebond/studies/workers/case_bytes.hpp"

#include "rebond/core/error.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

namespace rebond {
namespace {

class Writer {
public:
    template <typename T>
    requires std::is_arithmetic_v<T>
    void put(T number) { bytes_.append(reinterpret_cast<const char*>(&number), sizeof number); }
    void put(std::monostate) {}
    void put(const std::string& text)
    {
        put(std::uint64_t{text.size()});
        bytes_ += text;
    }
    void put(const Composite& composite) { put(composite.text); }
    void put(const Value& value)
    {
        put(static_cast<std::uint8_t>(value.index()));
        std::visit([this](const auto& held) { put(held); }, value);
    }
    void put(const std::vector<Value>& values)
    {
        put(std::uint64_t{values.size()});
        for (const Value& value : values) put(value);
    }
    void put(const Case& given)
    {
        put(given.index);
        put(given.values);
    }
    void put(const std::vector<ObservedPoint>& points)
    {
        put(std::uint64_t{points.size()});
        for (const auto& [number, is_down, point] : points) {
            put(number);
            put(is_down);
            put(point.time);
            put(std::uint64_t{point.values.size()});
            for (const double value : point.values) put(value);
        }
    }
    void put(const CaseResult& result)
    {
        put(result.given.index);
        put(result.status);
        put(result.reason);
        put(result.summary);
        put(result.points);
        put(result.seconds);
        put(result.is_interrupted);
        put(result.is_undone);
        put(std::uint64_t{result.further.size()});
        for (const CaseResult& each : result.further) put(each);
    }

    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    template <typename T>
    T get()
    {
        T number{};
        std::memcpy(&number, piece(sizeof number).data(), sizeof number);
        return number;
    }
    std::string text() { return std::string(piece(get<std::uint64_t>())); }
    Value value()
    {
        switch (get<std::uint8_t>()) {
            case 1:
                return get<bool>();
            case 2:
                return get<std::int64_t>();
            case 3:
                return get<double>();
            case 4:
                return text();
            case 5:
                return Composite{text()};
            default:
                return std::monostate{};
        }
    }
    std::vector<Value> values()
    {
        std::vector<Value> values(get<std::uint64_t>());
        for (Value& each : values) each = value();
        return values;
    }
    Case given()
    {
        const auto index = get<std::uint64_t>();
        return {index, values()};
    }
    std::vector<ObservedPoint> points()
    {
        std::vector<ObservedPoint> points(get<std::uint64_t>());
        for (auto& [number, is_down, point] : points) {
            number = get<std::uint64_t>();
            is_down = get<bool>();
            point.time = get<double>();
            point.values.resize(get<std::uint64_t>());
            for (double& value : point.values) value = get<double>();
        }
        return points;
    }
    CaseResult result()
    {
        CaseResult result;
        result.given.index = get<std::uint64_t>();
        result.status = text();
        result.reason = text();
        result.summary = values();
        result.points = points();
        result.seconds = get<double>();
        result.is_interrupted = get<bool>();
        result.is_undone = get<bool>();
        result.further.resize(get<std::uint64_t>());
        for (CaseResult& each : result.further) each = this->result();
        return result;
    }

private:
    std::string_view piece(std::size_t size)
    {
        require(size <= bytes_.size(), "case_bytes: fewer bytes than announced");
        const std::string_view found = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return found;
    }

    std::string_view bytes_;
};

}  // namespace

std::string to_bytes(const Case& given)
{
    Writer writer;
    writer.put(given);
    return writer.take();
}

std::string to_bytes(const CaseResult& result)
{
    Writer writer;
    writer.put(result);
    return writer.take();
}

Case case_of(std::string_view bytes)
{
    return Reader(bytes).given();
}

CaseResult result_of(std::string_view bytes)
{
    return Reader(bytes).result();
}

}  // namespace rebond
