#include "apps/cli/terminal/exit_code.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/files/system_reason.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>
#include <system_error>

namespace rebond::cli {
namespace {

// "error: …" unless the text says so itself, as located messages do.
void report(std::string_view text)
{
    const bool says_so = text.find("error: ") != std::string_view::npos;
    fmt::print(stderr, "{}{}\n", says_so ? "" : "error: ", text);
}

// What was printed is out, or it is an error like any file's.
void flush_output()
{
    if (!std::cout || std::fflush(stdout) != 0)
        throw FileError(fmt::format("standard output: cannot write: {}", system_reason(errno)));
}

}  // namespace

int exit_code_of(const std::function<int()>& command)
{
    try {
        const int code = command();
        flush_output();
        return code;
    } catch (const InputError& error) {
        report(error.what());
        return bad_input;
    } catch (const FileError& error) {
        report(error.what());
        return file_trouble;
    } catch (const std::system_error& error) {  // from printing
        report(fmt::format("standard output: {}", error.what()));
        return file_trouble;
    } catch (const std::bad_alloc&) {
        report("not enough memory for this scene");
        return numbers_refused;
    } catch (const std::exception& error) {
        report(fmt::format("rebond itself failed, please report it: {}", error.what()));
        return numbers_refused;
    }
}

}  // namespace rebond::cli
