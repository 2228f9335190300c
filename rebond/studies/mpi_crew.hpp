// Processes on many machines as a crew, by MPI: rank 0 hands out cases and takes results, the others run
// them.
//
// Each of the others always has a case in hand besides the one it runs, or several if cases are short, so
// that nobody waits for rank 0. Nobody turns in circles while waiting, either: rank 0 leaves its processor to
// others.
//
// MPI ends the whole job when one of its processes dies; what rank 0 has taken by then is kept.
#pragma once

#include "rebond/studies/crew.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace rebond {

// A process among others of one MPI job.
class MpiSession {
public:
    // Null in a process by itself: only one that a launcher started, with others, calls MPI at all. Throws
    // InputError if a launcher started several that cannot find each other.
    static std::unique_ptr<MpiSession> join();

    // Rank 0 tells the others to leave, if it has not yet. One that does not hear it within seconds, in the
    // middle of a long case, is ended with the job.
    ~MpiSession();
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;

    int rank() const { return rank_; }
    int size() const { return size_; }

    // Rank 0: has the others prepare for the study of this fingerprint.
    void announce(std::uint64_t fingerprint);

    // The others: waits for the announcement, then runs what comes until rank 0 says that it is over.
    // `prepare` makes the runner, and what it throws is told to rank 0.
    void serve(const std::function<RunCase(std::uint64_t fingerprint)>& prepare,
               const std::atomic<bool>& interrupt);

private:
    friend class MpiCrew;
    MpiSession(int rank, int size) : rank_(rank), size_(size) {}
    void dismiss();

    int rank_;
    int size_;
    bool is_dismissed_ = false;
};

class MpiCrew final : public Crew {
public:
    // `session` must outlive the crew.
    explicit MpiCrew(MpiSession& session);

    void perform(const NextCase& next, const TakeResults& take, const std::atomic<bool>& interrupt) override;

private:
    int cases_in_hand() const;

    MpiSession& session_;
    double seconds_ = 0.0;  // of all cases so far
    double cases_ = 0.0;
};

}  // namespace rebond
