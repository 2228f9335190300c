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
    writer.put(result.given.index);
    writer.put(result.status);
    writer.put(result.reason);
    writer.put(result.summary);
    writer.put(result.seconds);
    writer.put(result.is_interrupted);
    writer.put(result.is_undone);
    return writer.take();
}

Case case_of(std::string_view bytes)
{
    return Reader(bytes).given();
}

CaseResult result_of(std::string_view bytes)
{
    Reader reader(bytes);
    CaseResult result;
    result.given.index = reader.get<std::uint64_t>();
    result.status = reader.text();
    result.reason = reader.text();
    result.summary = reader.values();
    result.seconds = reader.get<double>();
    result.is_interrupted = reader.get<bool>();
    result.is_undone = reader.get<bool>();
    return result;
}

}  // namespace rebond
