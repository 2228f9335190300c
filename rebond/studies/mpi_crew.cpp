#ifdef REBOND_WITH_MPI

#include "rebond/studies/mpi_crew.hpp"

#include "rebond/core/error.hpp"
#include "rebond/studies/case_bytes.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <thread>

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

namespace rebond {
namespace {

using Clock = std::chrono::steady_clock;

enum Tag { study = 1, work, result, failure, leave, left };

constexpr auto nap = std::chrono::microseconds(100);             // between looks for messages
constexpr auto between_takings = std::chrono::milliseconds(20);  // of results
constexpr std::size_t batch = 500;                               // results that are taken at once
constexpr double work_in_hand = 0.01;                            // [s] that each process has ahead
constexpr double most_in_hand = 64;                              // cases
constexpr auto patience = std::chrono::seconds(2);               // for processes to leave

void send(int to, Tag tag, const std::string& bytes)
{
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

struct Message {
    int from = 0;
    int tag = 0;
    std::string bytes;
};

// A message that is there already.
std::optional<Message> receive(int from, int tag)
{
    int is_there = 0;
    MPI_Status status;
    MPI_Iprobe(from, tag, MPI_COMM_WORLD, &is_there, &status);
    if (is_there == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Message message{status.MPI_SOURCE, status.MPI_TAG, std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, message.tag, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return message;
}

bool has_variable(const char* name)
{
    return std::getenv(name) != nullptr;
}

long count_in(const char* name)
{
    const char* text = std::getenv(name);
    return text == nullptr ? 0 : std::atol(text);
}

}  // namespace

std::unique_ptr<MpiSession> MpiSession::join()
{
    const bool is_launched = has_variable("OMPI_COMM_WORLD_SIZE") || has_variable("PMI_SIZE") ||
                             has_variable("PMI_RANK") || has_variable("PMIX_RANK");
    int size = 1, rank = 0;
    if (is_launched) {
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        if (size > 1) return std::unique_ptr<MpiSession>(new MpiSession(rank, size));
        MPI_Finalize();
    }
    if (count_in("SLURM_STEP_NUM_TASKS") > 1)
        throw InputError(
            "srun started several processes that cannot find each other; use srun --mpi=pmix, or mpirun");
    return nullptr;
}

MpiSession::~MpiSession()
{
    if (rank_ == 0) dismiss();
    MPI_Finalize();
}

// Cases that nobody has begun are forgotten; results that arrive now belong to nobody.
void MpiSession::dismiss()
{
    if (is_dismissed_) return;
    is_dismissed_ = true;
    for (int worker = 1; worker < size_; ++worker) send(worker, leave, "");
    const auto end = Clock::now() + patience;
    for (int still_here = size_ - 1; still_here > 0;) {
        const std::optional<Message> message = receive(MPI_ANY_SOURCE, MPI_ANY_TAG);
        if (message && message->tag == left) --still_here;
        if (message) continue;
        constexpr int file_trouble = 4, interrupted = 130;  // as exit codes
        if (Clock::now() > end)
            MPI_Abort(MPI_COMM_WORLD, std::uncaught_exceptions() > 0 ? file_trouble : interrupted);
        std::this_thread::sleep_for(nap);
    }
}

void MpiSession::announce(std::uint64_t fingerprint)
{
    for (int worker = 1; worker < size_; ++worker) send(worker, study, std::to_string(fingerprint));
}

void MpiSession::serve(const std::function<RunCase(std::uint64_t)>& prepare,
                       const std::atomic<bool>& interrupt)
{
    RunCase run;
    while (!receive(0, leave)) {
        if (const auto announced = receive(0, study)) {
            try {
                run = prepare(std::stoull(announced->bytes));
            } catch (const std::exception& error) {
                send(0, failure, error.what());
            }
        } else if (const auto message = run ? receive(0, work) : std::nullopt) {
            send(0, result, to_bytes(run(case_of(message->bytes), interrupt)));
        } else {
            std::this_thread::sleep_for(nap);
        }
    }
    while (receive(0, work)) continue;
    send(0, left, "");
}

MpiCrew::MpiCrew(MpiSession& session) : session_(session) {}

// One more than it runs, or as many as take a moment.
int MpiCrew::cases_in_hand() const
{
    const double mean = cases_ > 0.0 ? seconds_ / cases_ : work_in_hand;
    return 1 + static_cast<int>(std::clamp(work_in_hand / std::max(mean, 1e-9), 1.0, most_in_hand));
}

void MpiCrew::perform(const NextCase& next, const TakeResults& take, const std::atomic<bool>& interrupt)
{
    std::vector<int> in_hand(static_cast<std::size_t>(session_.size()), 0);
    std::vector<CaseResult> results;
    int under_way = 0;
    bool has_more = true;
    bool is_abandoned = false;  // a process was told to end, by somebody else
    const auto hand_out = [&](int worker, int enough) {
        int& held = in_hand[static_cast<std::size_t>(worker)];
        while (has_more && held < enough) {
            const std::optional<Case> given = next();
            has_more = given.has_value();
            if (!given) return;
            send(worker, work, to_bytes(*given));
            ++held;
            ++under_way;
        }
    };
    // Everybody gets a first case before anybody gets a second.
    for (const int enough : {1, cases_in_hand()})
        for (int worker = 1; worker < session_.size(); ++worker) hand_out(worker, enough);

    auto last_taking = Clock::now();
    while (under_way > 0 && !interrupt && !is_abandoned) {
        const std::optional<Message> message = receive(MPI_ANY_SOURCE, MPI_ANY_TAG);
        if (message && message->tag == failure)
            throw FileError("process " + std::to_string(message->from) + ": " + message->bytes);
        if (message && message->tag == result) {
            CaseResult done = result_of(message->bytes);
            --in_hand[static_cast<std::size_t>(message->from)];
            --under_way;
            seconds_ += done.seconds;
            cases_ += 1.0;
            hand_out(message->from, cases_in_hand());
            if (done.is_interrupted)
                is_abandoned = true;
            else
                results.push_back(std::move(done));
        }
        if (results.size() >= batch || Clock::now() - last_taking > between_takings) {
            take(results);
            results.clear();
            last_taking = Clock::now();
        }
        if (!message) std::this_thread::sleep_for(nap);
    }
    // Interrupted, what has arrived is kept.
    while (interrupt || is_abandoned) {
        const std::optional<Message> message = receive(MPI_ANY_SOURCE, result);
        if (!message) break;
        CaseResult done = result_of(message->bytes);
        if (!done.is_interrupted) results.push_back(std::move(done));
    }
    take(results);
}

}  // namespace rebond

#endif
