#ifdef REBOND_WITH_MPI

#include "rebond/studies/workers/mpi_pool.hpp"

#include "rebond/core/error.hpp"
#include "rebond/studies/workers/case_bytes.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <exception>
#include <list>
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

// Waits until rank 0 has taken it, which it always does soon.
void send_to_rank_0(Tag tag, const std::string& bytes)
{
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, tag, MPI_COMM_WORLD);
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

struct MpiSession::Outbox {
    struct Letter {
        std::string bytes;
        MPI_Request request;
    };

    // Does not wait until it is taken.
    void post(int to, Tag tag, std::string bytes)
    {
        letters.push_back({std::move(bytes), MPI_REQUEST_NULL});
        Letter& letter = letters.back();
        MPI_Isend(letter.bytes.data(), static_cast<int>(letter.bytes.size()), MPI_BYTE, to, tag,
                  MPI_COMM_WORLD, &letter.request);
    }

    void forget_taken()
    {
        letters.remove_if([](Letter& letter) {
            int is_taken = 0;
            MPI_Test(&letter.request, &is_taken, MPI_STATUS_IGNORE);
            return is_taken != 0;
        });
    }

    std::list<Letter> letters;
};

MpiSession::MpiSession(int rank, int size) : rank_(rank), size_(size), outbox_(std::make_unique<Outbox>()) {}

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
    MPI_Finalize();
}

// Cases that nobody has begun are forgotten; results that arrive now belong to nobody.
bool MpiSession::dismiss()
{
    for (int worker = 1; worker < size_; ++worker) outbox_->post(worker, leave, "");
    const auto end = Clock::now() + patience;
    for (int still_here = size_ - 1; still_here > 0 || !outbox_->letters.empty();) {
        outbox_->forget_taken();
        const std::optional<Message> message = receive(MPI_ANY_SOURCE, MPI_ANY_TAG);
        if (message && message->tag == left) --still_here;
        if (message) continue;
        if (Clock::now() > end) return false;
        std::this_thread::sleep_for(nap);
    }
    return true;
}

void MpiSession::end_job(int exit_code)
{
    MPI_Abort(MPI_COMM_WORLD, exit_code);
}

void MpiSession::announce(std::uint64_t fingerprint)
{
    for (int worker = 1; worker < size_; ++worker) outbox_->post(worker, study, std::to_string(fingerprint));
}

void MpiSession::serve(const std::function<PreparedStudy(std::uint64_t)>& prepare,
                       const std::atomic<bool>& interrupt)
{
    PreparedStudy prepared;
    std::deque<Case> in_hand;
    // Takes what has come, in the order it was sent: nothing is on its way any more once `leave` is here.
    const auto is_still_wanted = [&] {
        while (const auto message = receive(0, MPI_ANY_TAG)) {
            if (message->tag == leave) return false;
            if (message->tag == work) in_hand.push_back(case_of(message->bytes));
            if (message->tag != study) continue;
            try {
                prepared = prepare(std::stoull(message->bytes));
            } catch (const std::exception& error) {
                send_to_rank_0(failure, error.what());
            }
        }
        return true;
    };
    while (is_still_wanted()) {
        if (!prepared.run || in_hand.empty()) {
            std::this_thread::sleep_for(nap);
            continue;
        }
        Case given = std::move(in_hand.front());
        in_hand.pop_front();
        if (given.values.empty()) given = case_at(prepared.design, given.index);
        send_to_rank_0(result, to_bytes(prepared.run(given, interrupt)));
    }
    send_to_rank_0(left, "");
}

MpiPool::MpiPool(MpiSession& session, const Design& design) : session_(session), design_(design) {}

// One more than it runs, or as many as take a moment.
int MpiPool::cases_in_hand() const
{
    const double mean = cases_ > 0.0 ? seconds_ / cases_ : work_in_hand;
    return 1 + static_cast<int>(std::clamp(work_in_hand / std::max(mean, 1e-9), 1.0, most_in_hand));
}

// One of the design by its index alone.
void MpiPool::send_case(int worker, const Case& given)
{
    const bool is_of_design = static_cast<double>(given.index) < case_count(design_);
    session_.outbox_->post(worker, work, to_bytes(is_of_design ? Case{.index = given.index} : given));
}

// A result, with the case as it was handed out.
CaseResult MpiPool::taken(const std::string& bytes)
{
    CaseResult done = result_of(bytes);
    const auto sent = under_way_.extract(done.given.index);
    require(!sent.empty(), "MpiPool: a result of no case that was handed out");
    done.given = std::move(sent.mapped());
    for (CaseResult& each : done.further) {
        each.given = case_at(design_, each.given.index);
        seconds_ += each.seconds;
    }
    seconds_ += done.seconds;
    cases_ += 1.0;
    return done;
}

void MpiPool::run(const NextCase& next, const TakeResults& take, const std::atomic<bool>& interrupt)
{
    std::vector<int> in_hand(static_cast<std::size_t>(session_.size()), 0);
    std::vector<CaseResult> results;
    bool has_more = true;
    bool is_abandoned = false;  // a process was told to end, by somebody else
    const auto hand_out = [&](int worker, int enough) {
        int& held = in_hand[static_cast<std::size_t>(worker)];
        while (has_more && held < enough && !interrupt) {
            std::optional<Case> given = next();
            has_more = given.has_value();
            if (!given) return;
            send_case(worker, *given);
            const std::uint64_t index = given->index;
            under_way_.emplace(index, std::move(*given));
            ++held;
        }
    };
    // Everybody gets a first case before anybody gets a second.
    for (const int enough : {1, cases_in_hand()})
        for (int worker = 1; worker < session_.size(); ++worker) hand_out(worker, enough);

    auto last_taking = Clock::now();
    while (!under_way_.empty() && !interrupt && !is_abandoned) {
        session_.outbox_->forget_taken();
        const std::optional<Message> message = receive(MPI_ANY_SOURCE, MPI_ANY_TAG);
        if (message && message->tag == failure)
            throw FileError("process " + std::to_string(message->from) + ": " + message->bytes);
        if (message && message->tag == result) {
            CaseResult done = taken(message->bytes);
            --in_hand[static_cast<std::size_t>(message->from)];
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
        CaseResult done = taken(message->bytes);
        if (!done.is_interrupted) results.push_back(std::move(done));
    }
    take(results);
}

}  // namespace rebond

#endif
