// The program rebond as a user sees it: arguments in; output, messages and exit code out.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <poll.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace rebond {

using Arguments = std::vector<std::string>;

// How a run of the program ended.
struct Ended {
    int code = -1;    // exit code; −1 if a signal ended it
    int signal = 0;   // that ended it
    std::string out;  // standard output
    std::string err;  // standard error
    double seconds = 0.0;
};

// For a program to end in; sanitizers take ten times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::chrono::seconds usual_patience{600};
#else
inline constexpr std::chrono::seconds usual_patience{60};
#endif

// The world around a run.
struct Surroundings {
    std::string out = {};                                    // file for standard output; empty: captured
    std::string in = "/dev/null";                            // file for standard input
    bool is_on_terminal = false;                             // standard error is one
    Arguments environment = {};                              // "NAME=VALUE", added
    std::vector<std::chrono::milliseconds> interrupts = {};  // SIGINT, this long after the program listens
                                                             // for it, then after one another
    int signal = SIGINT;
    std::chrono::seconds patience{usual_patience};  // then it is killed, and the test fails
    std::function<void()> before = {};              // in the new process, before the program starts
};

// Before a run: permissions do not bind the superuser, but somebody else. Exit code 127 if it may not be.
inline void become_nobody()
{
    if (::getuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(127);
}

// The program under way.
class Program {
public:
    explicit Program(const Arguments& arguments, const Surroundings& surroundings = {})
        : surroundings_(surroundings)
    {
        open_channel(out_, false);
        open_channel(err_, surroundings.is_on_terminal);
        pid_ = ::fork();
        if (pid_ == 0) become(arguments);
        ::close(out_.theirs);
        ::close(err_.theirs);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    Ended wait()
    {
        std::thread interrupter([this] { interrupt(); });
        listen();
        Ended ended{.out = out_.text, .err = err_.text};
        // The number stays the program's own until nobody sends signals to it any more.
        siginfo_t ignored;
        ::waitid(P_PID, static_cast<id_t>(pid_), &ignored, WEXITED | WNOWAIT);
        has_ended_ = true;
        interrupter.join();
        int status = 0;
        ::waitpid(pid_, &status, 0);
        if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
        if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
        ended.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
        return ended;
    }

private:
    using Clock = std::chrono::steady_clock;

    struct Channel {
        int ours = -1;
        int theirs = -1;
        std::string text = {};
    };

    static void open_channel(Channel& channel, bool is_terminal)
    {
        if (is_terminal) {
            channel.ours = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
            ::grantpt(channel.ours);
            ::unlockpt(channel.ours);
            channel.theirs = ::open(::ptsname(channel.ours), O_RDWR | O_NOCTTY | O_CLOEXEC);
            return;
        }
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) ADD_FAILURE() << "no pipe";
        channel.ours = ends[0];
        channel.theirs = ends[1];
    }

    // In the new process.
    [[noreturn]] void become(const Arguments& arguments) const
    {
        const auto put = [](int descriptor, int place) { ::dup2(descriptor, place); };
        put(::open(surroundings_.in.c_str(), O_RDONLY | O_CLOEXEC), STDIN_FILENO);
        put(surroundings_.out.empty()
                ? out_.theirs
                : ::open(surroundings_.out.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666),
            STDOUT_FILENO);
        put(err_.theirs, STDERR_FILENO);
        for (const std::string& variable : surroundings_.environment) ::putenv(::strdup(variable.c_str()));
        if (surroundings_.before) surroundings_.before();
        std::vector<char*> argv{::strdup(REBOND_PROGRAM)};
        for (const std::string& argument : arguments) argv.push_back(::strdup(argument.c_str()));
        argv.push_back(nullptr);
        ::execv(REBOND_PROGRAM, argv.data());
        ::_exit(127);
    }

    // Reads both channels until the program has closed them.
    void listen()
    {
        const auto end = start_ + surroundings_.patience;
        while (out_.ours >= 0 || err_.ours >= 0) {
            std::array<pollfd, 2> channels{{{out_.ours, POLLIN, 0}, {err_.ours, POLLIN, 0}}};
            ::poll(channels.data(), channels.size(), 100);
            if (channels[0].revents != 0) hear(out_);
            if (channels[1].revents != 0) hear(err_);
            if (Clock::now() > end) {
                ADD_FAILURE() << "the program does not end";
                ::kill(pid_, SIGKILL);
                break;
            }
        }
    }

    // A terminal nobody holds any more is an error to read, EIO, and means the same as an end.
    static void hear(Channel& channel)
    {
        std::array<char, 65536> buffer{};
        const ssize_t count = ::read(channel.ours, buffer.data(), buffer.size());
        if (count > 0) {
            channel.text.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            ::close(channel.ours);
            channel.ours = -1;
        }
    }

    void interrupt()
    {
        if (surroundings_.interrupts.empty()) return;
        while (!catches_signal()) {
            if (has_ended_ || Clock::now() > start_ + surroundings_.patience) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        for (const auto delay : surroundings_.interrupts) {
            std::this_thread::sleep_for(delay);
            if (!has_ended_) ::kill(pid_, surroundings_.signal);
        }
    }

    // Whether the program has a handler, as Linux tells.
    bool catches_signal() const
    {
        std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("SigCgt:"))
                return (std::stoull(line.substr(7), nullptr, 16) >> (surroundings_.signal - 1) & 1) != 0;
        return false;
    }

    Surroundings surroundings_;
    Channel out_, err_;
    pid_t pid_ = -1;
    std::atomic<bool> has_ended_{false};
    Clock::time_point start_ = Clock::now();
};

inline Ended run_rebond(const Arguments& arguments, const Surroundings& surroundings = {})
{
    return Program(arguments, surroundings).wait();
}

inline std::string text_of(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline void write_text(const std::string& path, std::string_view text)
{
    std::ofstream(path, std::ios::binary) << text;
}

inline bool holds(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// Whether this machine gives out pseudo-terminals; a bare chroot does not.
inline bool has_terminals()
{
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return false;
    const bool has_name =
        ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0 && ::ptsname(terminal) != nullptr;
    ::close(terminal);
    return has_name;
}

// A short drop with every kind of value in it; it hits the plane after 0.4 ms.
inline const std::string short_drop = R"(title = "A short drop"

[model]
type = "bar"
springs = "paired"
segments = 9
length = 0.2
radius = 0.00635
density = 7876.74
young = 2.1e11

[initial]
angle_deg = 30.0
tip_height = 0.00675
velocity = [0.0, -1.0]

[impact]
law = "newton"
restitution = 0.5
friction = 0.0

[scheme]
type = "event_accurate"

[run]
duration = 0.001
gravity = 9.81
sample_every = 1e-5
)";

// The scene with one piece of text replaced.
inline std::string with(std::string scene, const std::string& old, const std::string& replacement)
{
    const std::size_t at = scene.find(old);
    if (at == std::string::npos) {
        ADD_FAILURE() << "the scene has no " << old;
        return scene;
    }
    return scene.replace(at, old.size(), replacement);
}

// "line:column" of a piece of text, both counted from 1.
inline std::string place_of(const std::string& text, const std::string& piece)
{
    const std::size_t at = text.find(piece);
    if (at == std::string::npos) ADD_FAILURE() << "the text has no " << piece;
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const std::size_t column = at - (text.rfind('\n', at) + 1) + 1;
    return std::to_string(line) + ":" + std::to_string(column);
}

}  // namespace rebond
