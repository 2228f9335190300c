// Processes on many machines as a pool, by MPI: rank 0 hands out cases and takes results, the others run
// them.
//
// Each of the others always has a case in hand besides the one it runs, or several if cases are short, so
// that nobody waits for rank 0. Nobody turns in circles while waiting, either: rank 0 leaves its processor to
// others.
//
// All know the design, so a case of its grid is sent as its index, and results without the values. Rank 0
// never waits for a message to be taken, whatever its size: it always takes those of others, and hears an
// interrupt.
//
// MPI ends the whole job when one of its processes dies; what rank 0 has taken by then is kept.
#pragma once

#include "rebond/studies/workers/worker_pool.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace rebond {

// What a process needs to run cases.
struct PreparedStudy {
    Design design = {};
    RunCase run = {};
};

// A process among others of one MPI job.
class MpiSession {
public:
    // Null in a process by itself: only one that a launcher started, with others, calls MPI at all. Throws
    // InputError if a launcher started several that cannot find each other.
    static std::unique_ptr<MpiSession> join();

    // Rank 0 must have dismissed the others.
    ~MpiSession();
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;

    int rank() const { return rank_; }
    int size() const { return size_; }

    // Rank 0: has the others prepare for the study of this fingerprint.
    void announce(std::uint64_t fingerprint);

    // The others: waits for the announcement, then runs what comes until rank 0 says that it is over.
    // What `prepare` throws is sent to rank 0.
    void serve(const std::function<PreparedStudy(std::uint64_t fingerprint)>& prepare,
               const std::atomic<bool>& interrupt);

    // Rank 0: tells the others to leave. False if one does not hear it within seconds, in the middle of a
    // long case: then the job must be ended.
    [[nodiscard]] bool dismiss();

    // Ends all processes of the job, this one too; the job then has this exit code.
    void end_job(int exit_code);

private:
    friend class MpiPool;
    struct Outbox;  // messages that are under way
    MpiSession(int rank, int size);

    int rank_;
    int size_;
    std::unique_ptr<Outbox> outbox_;
};

class MpiPool final : public WorkerPool {
public:
    // For cases of a design and others with its axes. Both must outlive the pool.
    MpiPool(MpiSession& session, const Design& design);

    void run(const NextCase& next, const TakeResults& take, const std::atomic<bool>& interrupt) override;

private:
    int cases_in_hand() const;
    void send_case(int worker, const Case& given);
    CaseResult taken(const std::string& bytes);

    MpiSession& session_;
    const Design& design_;
    std::map<std::uint64_t, Case> under_way_;  // by index
    double seconds_ = 0.0;                     // of all cases so far
    double cases_ = 0.0;
};

}  // namespace rebond
