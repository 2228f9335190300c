// The subcommands, each a function from its options to an exit code. Errors are exceptions, turned into
// messages and exit codes in exit_code.cpp alone.
#pragma once

#include "apps/cli/terminal/exit_code.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond::cli {

struct RunOptions {
    std::string scene;
    std::vector<std::string> overrides;  // "KEY=VALUE"
    std::string out;                     // directory; empty: no files
    bool is_forced = false;              // replaces files in `out` that are not ours
    bool json = false;
    bool quiet = false;
};
int run(const RunOptions& options);

struct SweepOptions {
    std::string study;
    std::vector<std::string> overrides;  // "KEY=VALUE", of the base scene
    std::string out;                     // directory; empty: no files
    unsigned threads = 0;                // 0: as many as the machine has
    bool resume = false;                 // goes on with what is in `out`
    bool is_scattered = false;           // cases in an order that jumps about
    bool is_forced = false;              // replaces files in `out` that are not ours
    bool json = false;
    bool quiet = false;
};
int sweep(const SweepOptions& options);

struct FitOptions {
    std::string study;       // its file, or what a sweep of it wrote: the folder or study.db
    std::string out;         // directory; empty: no files
    unsigned threads = 0;    // 0: as many as the machine has
    bool is_forced = false;  // replaces files in `out` that are not ours
    bool json = false;
    bool quiet = false;
};
int fit(const FitOptions& options);

struct CompareOptions {
    std::string scene;
    std::vector<std::string> overrides;
    std::vector<std::string> schemes;
    std::vector<double> steps;                 // [s]; empty: that of the scene
    std::string reference = "event_accurate";  // scheme
    std::string out;                           // directory; empty: no files
    bool is_forced = false;                    // replaces files in `out` that are not ours
    bool json = false;
    bool quiet = false;
};
int compare(const CompareOptions& options);

struct OrbitArguments {
    std::string scene;
    std::vector<std::string> overrides;
    std::optional<long> periods;   // of the load
    std::optional<long> impacts;   // of the one contact
    std::string sequence;          // empty: the scene's, or what the motion settles to
    std::optional<double> period;  // [s]
    std::optional<double> energy;  // [J]
    std::string follow;            // KEY=FROM:TO; empty: the scene's
    std::string switches;          // likewise
    long lyapunov = 0;             // periods of the load, for exponents instead of an orbit; 0: an orbit
    std::string out;               // directory; empty: no files
    bool is_forced = false;        // replaces files in `out` that are not ours
    bool json = false;
    bool quiet = false;
};
int orbit(const OrbitArguments& options);

struct ReproduceOptions {
    std::string name;        // of a paper, its folder, or "all"; empty: lists what there is
    std::string out;         // directory; empty: no files, but docs for "all"
    unsigned threads = 0;    // 0: as many as the machine has
    bool is_forced = false;  // replaces files in `out` that are not ours
    bool json = false;
    bool quiet = false;
};
int reproduce(ReproduceOptions options);

struct CheckOptions {
    std::string scene;  // or study
    std::vector<std::string> overrides;
    bool json = false;
};
int check(const CheckOptions& options);

struct InfoOptions {
    std::string result;
    bool json = false;
};
int info(const InfoOptions& options);

struct ReportOptions {
    std::string result;
    std::string out;         // file; empty: report.html beside the result, study.html beside the study
    bool is_forced = false;  // replaces a file that is not ours
};
int report(const ReportOptions& options);

// Lists the models if `model` is empty.
int print_new_scene(const std::string& model);
int print_schema(bool markdown);

}  // namespace rebond::cli
