/* One game divided into jobs, with the real programs: the jobs run by a shell loop, by GNU parallel and by make, and
 * folders of jobs in which something is missing or wrong. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "greatest.h"
#include "proof/proof.h"
#include "support/programs.h"
#include "support/session.h"

enum { OUTPUT_SIZE = 1 << 15 };

static char output[OUTPUT_SIZE];
static char folder[] = "/tmp/rowan-split-XXXXXX"; /* for all tests, removed after the last */

/* Runs a script in that folder, in which $solve and $verify are programs, and keeps all that it prints in
 * `output`. Returns its exit status. */
static int run(const char *script) {
    char command[4096];
    snprintf(command, sizeof command,
             "exec 2>&1; bin=$(cd '%s' && pwd); solve=$bin/solve; verify=$bin/verify; cd '%s' || exit 99; "
             "LC_ALL=C; export LC_ALL; %s",
             programs_folder(), folder, script);
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) return -1;
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static enum greatest_test_res says(const char *script, int status, const char *expected) {
    ASSERT_EQ_FMTm(script, status, run(script), "%d");
    ASSERTm(output, strstr(output, expected) != NULL);
    PASS();
}

/* A win on 4x4x4 that takes some search, in 59 jobs; `done` is the folder with all proofs. */
#define GAME "4x4x4 a1a b2b d1a c1a"
#define WON  "verified: x1ox/4/4/4//4/1o2/4/4//4/4/4/4//4/4/4/4 x line is a win for X: "

static enum greatest_test_res done_folder(void) {
    return says("test -e done/left || { $solve " GAME " --split 4 --hash 16 --jobs done && cd done && "
                "while read -r job; do sh -c \"$job\" || exit 1; done < jobs && : > left; }",
                0, "");
}

TEST jobs_of_a_win_are_joined(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(
        says("$solve --join done --proof p && $verify p", 0, "jobs   59 done, 0 left, 0 came out another way\n"));
    ASSERTm(output, strstr(output, WON) != NULL);
    CHECK_CALL(says("$solve --join done && wc -c < done/left", 0, "\n0\n"));
    PASS();
}

/* 22 jobs, two of which have the positions of others, turned: their proofs are turned as well. */
TEST jobs_of_a_draw_are_joined(void) {
    CHECK_CALL(
        says("$solve 4x4 --split 10 --jobs draw", 0, "aim    a draw: neither side can win\njobs   20 in draw\n"));
    CHECK_CALL(says("$solve --join draw --proof q", 1, "lacks  o-a1-d1-b1.proof\n"));
    CHECK_CALL(says("cd draw && sh left", 0, ""));
    CHECK_CALL(says("grep -c '^job' draw/plan", 0, "22\n"));
    CHECK_CALL(says("$solve --join draw --proof q && $verify q", 0, "verified: 4x4 is a draw: "));
    CHECK_CALL(says("$verify draw/o-a1-d1-b1.proof", 0, "verified: xx1o/4/4/4 o line: X cannot win: "));
    PASS();
}

TEST any_scheduler_runs_the_jobs(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(says("mkdir made && cp done/plan done/jobs done/Makefile made && make -s -k -j2 -C made && "
                    "$solve --join made --proof p && $verify p",
                    0, WON));
    CHECK_CALL(says("mkdir one && cp done/plan done/jobs one && cd one && for line in $(seq 59); do "
                    "sed -n \"${line}p\" jobs | sh; done; cd .. && $solve --join one --proof p && $verify p",
                    0, WON));
    if (run("command -v parallel") != 0) SKIPm("GNU parallel is not installed");
    CHECK_CALL(says("mkdir par && cp done/plan done/jobs par && cd par && parallel -j2 < jobs && cd .. && "
                    "$solve --join par --proof p && $verify p",
                    0, WON));
    PASS();
}

/* What is done to a folder in which everything was right, and what --join says about it. */
static const struct {
    const char *damage, *complaint;
} damages[] = {
    {"rm x-a4a-b1a.*", "lacks  x-a4a-b1a.proof\n"},
    {"rm x-a4a-b1a.proof; echo 'value  not known (out of time)' > x-a4a-b1a.out",
     "lacks  x-a4a-b1a.proof: the job says: not known (out of time)\n"},
    {"rm x-a4a-b1a.proof; echo 'value  win for X, with d4a' > x-a4a-b1a.out",
     "lacks  x-a4a-b1a.proof: the job says: win for X, with d4a; its proof is gone, run it again\njobs   58 done, 1 "
     "left, "
     "0 came out another way\nnext   run those left, for example with: (cd bad && parallel < left)\n1\n"},
    {"rm x-a4a-b1a.proof; printf 'value  \\033[31mdraw' > x-a4a-b1a.out", "lacks  x-a4a-b1a.proof\n"},
    {": > x-a4a-b1a.proof", "wrong  x-a4a-b1a.proof: the last line is not 'end' and a checksum"},
    {"head -c 60 ../done/x-a4a-b1a.proof > x-a4a-b1a.proof", "wrong  x-a4a-b1a.proof: the last line is not 'end'"},
    {"sed 's/value x/value o/' ../done/x-a4a-b1a.proof > x-a4a-b1a.proof",
     "wrong  x-a4a-b1a.proof: the checksum is wrong"},
    {"head -c 3000000 /dev/zero > x-a4a-b1a.proof", "wrong  x-a4a-b1a.proof: "},
    {"cp x-a4a-a2a.proof x-a4a-b1a.proof", "wrong  x-a4a-b1a.proof: it is about another position\n"},
    {"$solve 3x3 --proof x-a4a-b1a.proof > /dev/null", "wrong  x-a4a-b1a.proof: it is about another position\n"},
    {"rm x-a4a-b1a.proof; mkdir x-a4a-b1a.proof", "wrong  x-a4a-b1a.proof: cannot read it: Is a directory\n"},
    {"rm x-a4a-b1a.proof; mkfifo x-a4a-b1a.proof", "wrong  x-a4a-b1a.proof: cannot read it: not a plain file\n"},
    {"ln -sf /dev/zero x-a4a-b1a.proof", "wrong  x-a4a-b1a.proof: cannot read it: not a plain file\n"},
    {"rm x-a4a-b1a.proof; ln -s x-a4a-b1a.proof x-a4a-b1a.proof", "wrong  x-a4a-b1a.proof: cannot read it: "},
    {"ln -sf nowhere x-a4a-b1a.proof", "lacks  x-a4a-b1a.proof"},
};

TEST what_is_missing_or_damaged_is_named(const char *damage, const char *complaint) {
    char script[1024];
    CHECK_CALL(done_folder());
    snprintf(script, sizeof script,
             "rm -rf bad; cp -r done bad && cd bad && { %s; } && cd .. && rm -f p && $solve --join bad --proof p; "
             "status=$?; test ! -e p && wc -l < bad/left && exit $status",
             damage);
    CHECK_CALL(says(script, 1, complaint));
    ASSERTm(output, strstr(output, "\njobs   58 done, 1 left, 0 came out another way\n") != NULL);
    ASSERTm(output, strcmp(output + strlen(output) - 3, "\n1\n") == 0);
    PASS();
}

TEST a_job_that_is_run_again_mends_the_folder(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(
        says("rm -rf bad; cp -r done bad && cd bad && : > x-a4a-b1a.proof && rm x-a4a-a2a.proof && "
             "touch x-a4a-a2a.proof.new-999999999-0 && cd .. && $solve --join bad; cd bad && sh left && cd .. && "
             "$solve --join bad --proof p && $verify p && ls bad | grep -c new-",
             1, WON));
    PASS();
}

TEST jobs_may_run_twice_side_by_side(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(says("rm -rf bad; mkdir bad && cp done/plan done/jobs bad && cd bad && { sh jobs & sh jobs; wait; } && "
                    "cd .. && $solve --join bad --proof p && $verify p",
                    0, WON));
    PASS();
}

TEST a_proof_that_is_there_is_kept(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(
        says("cd done && sed -n 1p jobs | sh && cat x-a4a-b1a.out", 0, "kept   'x-a4a-b1a.proof' holds a proof"));
    PASS();
}

/* Its checksum is right, and its position and value, too: an entry is missing. */
TEST a_proof_that_does_not_hold_is_named(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(says("rm -rf bad; cp -r done bad", 0, ""));
    char path[128];
    Proof proof;
    Reason why;
    snprintf(path, sizeof path, "%s/bad/x-a4a-b1a.proof", folder);
    ASSERT(proof_read(path, &proof, &why));
    ASSERT(proof.count > 0);
    proof.count--;
    ASSERT(proof_write(&proof, path) > 0);
    proof_release(&proof);
    CHECK_CALL(says("$solve --join bad --proof p", 1, "wrong  x-a4a-b1a.proof: no move is given for this position\n"));
    CHECK_CALL(says("cat bad/left | wc -l", 0, "1\n"));
    PASS();
}

/* Nobody wins 3x3, so X has no move that helps; on 3x3x3 it lost its win with a1a. */
TEST a_job_that_comes_out_another_way_says_what_to_do(void) {
    CHECK_CALL(says("$solve 3x3 --aim x --split 5 --jobs vain && cd vain && sh jobs", 0, "aim    X wins\n"));
    CHECK_CALL(says("$solve --join vain --proof p", 1,
                    " came out another way: a draw\n       let X play something else than "));
    CHECK_CALL(says("$solve --again vain x b2 && cat vain/plan", 0, "plays  X b2 there\n"));
    ASSERTm(output, strstr(output, "\ntried x ") != NULL && strstr(output, "\nplay x b2\n") != NULL);
    CHECK_CALL(says("$solve --again vain x b2 b2", 2, "solve: one move is enough\n"));
    CHECK_CALL(says("$solve --again vain x-c9", 2, "solve: 'c9' is not a move "));
    CHECK_CALL(says("$solve --again vain o-a1", 2, "solve: the plan has no such job\n"));
    PASS();
}

/* 3x3 is a draw, but not if the defender only blocks: then splitting again cannot help. */
TEST a_job_of_a_draw_comes_out_another_way(void) {
    CHECK_CALL(says("$solve 3x3 --split 4 --jobs blocks && cd blocks && sh jobs; cat *.out", 0,
                    "value  not known (X gets a line if O only blocks)\n"));
    CHECK_CALL(says("$solve --join blocks --proof p", 1,
                    " came out another way: not known (X gets a line if O only blocks)\n"));
    ASSERTm(output, strstr(output, " JOB --split ") == NULL);
    static const char advice[] =
        "       no other move of O can help: solve it without --split, or with another --aim\n";
    const char *first = strstr(output, advice);
    ASSERTm(output, first != NULL && strstr(first + 1, advice) == NULL);
    PASS();
}

TEST a_job_can_be_split_again(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(
        says("rm -rf bad; cp -r done bad && rm bad/x-a4a-b1a.proof && $solve --again bad x-a4a-b1a --split 10 && "
             "$solve --join bad; cd bad && sh left && cd .. && $solve --join bad --proof p && $verify p",
             0, WON));
    PASS();
}

/* After b2b on 3x3x3 the cells are of three kinds: corners, edges and centres of faces. */
TEST another_move_is_another_one_by_symmetry_too(void) {
    CHECK_CALL(says("rm -rf kinds; $solve 3x3x3 --aim o --split 5 --jobs kinds && $solve --again kinds o-b2b && "
                    "$solve --again kinds o-b2b",
                    0, "there\n"));
    return says("$solve --again kinds o-b2b", 2, "solve: every move has been tried\n");
}

TEST all_jobs_can_be_given_other_limits(void) {
    CHECK_CALL(says("rm -rf more; $solve 4x4x4 --split 12 --hash 64 --time 0.001 --jobs more && "
                    "$solve --again more --time 60 --hash 100 && cat more/jobs",
                    0, " --threads 1 --hash 100 --time 60.000 --once --proof x-"));
    CHECK_CALL(says("cat more/plan", 0, "\noptions --threads 1 --hash 100 --time 60.000\n"));
    CHECK_CALL(says("$solve --again more --outline", 2, "solve: --again takes no option but "));
    CHECK_CALL(says("$solve --again more", 2, "solve: --again needs the name of a job"));
    return says("$solve --join more --hash 5", 2, "solve: --join takes no option but --proof\n");
}

TEST damaged_plans_are_refused(void) {
    static const char *const damages_of_plans[] = {
        "rm plan",
        ": > plan",
        "head -c 200 ../done/plan > plan",
        "sed 9d ../done/plan > plan",
        "sed 's/^job x a4a b1a/job x a4a a4a/' ../done/plan > plan",
        "sed 's/^job x a4a b1a/job o a4a b1a/' ../done/plan > plan",
        "sed 's/^job x a4a b1a/job x a4a/' ../done/plan > plan",
        "sed 's/^aim x/aim y/' ../done/plan > plan",
        "sed 's/^options.*/options; touch hacked/' ../done/plan > plan",
        "sed 's/^position x/position xxxx/' ../done/plan > plan",
        "rm plan; mkfifo plan",
    };
    CHECK_CALL(done_folder());
    for (size_t i = 0; i < sizeof damages_of_plans / sizeof damages_of_plans[0]; i++) {
        char script[512];
        snprintf(script, sizeof script, "rm -rf bad; cp -r done bad && (cd bad && %s) && $solve --join bad --proof p",
                 damages_of_plans[i]);
        CHECK_CALL(says(script, 2, "solve: "));
    }
    PASS();
}

TEST folders_may_have_any_name(void) {
    CHECK_CALL(says("n=\"it's \\$(touch hacked)\"; $solve 4x4 --split 1 --jobs \"$n\" && (cd \"$n\" && sh jobs) && "
                    "$solve --join \"$n\" --proof p && $verify p && test ! -e hacked",
                    0, "next   run them, for example with: (cd 'it'\\''s $(touch hacked)' && parallel < jobs)\n"));
    ASSERTm(output, strstr(output, "verified: 4x4 is a draw: ") != NULL);
    CHECK_CALL(says("ln -s \"$bin\" bin && bin/solve 4x4 --split 1 --jobs called", 0,
                    "\nthen   bin/solve --join called --proof FILE\n"));
    PASS();
}

TEST wrong_use_of_jobs_is_refused(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(says("$solve " GAME " --split 4 --jobs done", 2, "solve: 'done' has jobs already; "));
    CHECK_CALL(says("$solve 5x5 --split 4 --jobs d", 2,
                    "solve: there is nothing to split, pairs or weights prove the draw at once: "));
    CHECK_CALL(says("$solve 3x3x3 --split 5 --jobs none && $solve --join none --proof p && $verify p", 0,
                    "\njobs   0: the plan alone proves it, in none\nthen   "));
    ASSERTm(output, strstr(output, "\nverified: 3x3x3 is a win for X: ") != NULL);
    CHECK_CALL(says("$solve 3x3:score --split 4 --jobs d", 2, "solve: only games of the rule line are split\n"));
    CHECK_CALL(says("$solve 3x3 --split 4", 2, "solve: --split needs --jobs, a folder for the jobs\n"));
    CHECK_CALL(says("$solve 3x3 --jobs d", 2, "solve: --jobs needs --split, the number of jobs\n"));
    CHECK_CALL(says("$solve 3x3 --join done", 2, "solve: --join needs no game or moves: the folder has them\n"));
    CHECK_CALL(says("$solve --join nowhere", 2, "solve: cannot read 'nowhere/plan': No such file or directory\n"));
    CHECK_CALL(says("$solve 3x3 --split 4 --jobs no/such", 2, "solve: cannot make the folder 'no/such': "));
    CHECK_CALL(says("$solve 3x3 --once", 2, "solve: --once needs --proof\n"));
    CHECK_CALL(says("$solve 3x3 --stop z", 2, "solve: --stop needs x or o, not 'z'\n"));
    CHECK_CALL(says("$solve 3x3 --stop x a1 a2 b1 b2 c1", 2, "solve: "));
    PASS();
}

TEST jobs_that_stop_one_side_are_joined(void) {
    CHECK_CALL(says("$solve 4x4 --stop x --tree 2 --split 3 --jobs held", 0, "aim    X cannot win\njobs   "));
    CHECK_CALL(says("grep -c 'tree 2 --stop x' held/jobs && grep '^aim' held/plan", 0, "\naim no x\n"));
    CHECK_CALL(
        says("(cd held && sh jobs) && $solve --join held --proof p && $verify p", 0, "verified: 4x4: X cannot win: "));
    CHECK_CALL(says("sed 's/^aim .*/aim no z/' held/plan > new && mv new held/plan && $solve --join held", 2,
                    "line 3 of the plan: the aim is x, o, draw, no x or no o"));
    CHECK_CALL(says("sed 's/^aim .*/aim no o/' held/plan > new && mv new held/plan && $solve --join held", 2,
                    "these moves do not fit the game"));
    CHECK_CALL(says("$solve 5x5 --stop x --split 3 --jobs d", 2, "solve: there is nothing to split, "));
    CHECK_CALL(
        says("$solve 4x4 --stop x --aim draw --split 3 --jobs d", 2, "solve: --aim and --stop exclude each other"));
    CHECK_CALL(says("$solve 4x4 --stop x --outline --proof p", 2,
                    "solve: --minimise and --outline are for proofs of a win, not for --stop"));
    CHECK_CALL(says("$solve 4x4 --stop x --join held", 2, "solve: --stop is for positions, or for --split\n"));
    CHECK_CALL(says("$solve 4x4 --tree 2", 2, "solve: --tree is for --stop, or for --aim draw\n"));
    PASS();
}

TEST one_side_alone_can_be_stopped(void) {
    CHECK_CALL(says("$solve 4x4 --stop x --proof p && $verify p", 0, "verified: 4x4: X cannot win: "));
    CHECK_CALL(
        says("$solve 5x5 --stop o --proof p && $verify p", 0, "verified: 5x5: O cannot win: 12 pairs against O\n"));
    CHECK_CALL(says("$solve 3x3x3 --stop x", 1, "value  not known (neither pairs nor blocks were found)\n"));
    /* The first of its searches would take 100000 nodes, a second. */
    CHECK_CALL(
        says("$solve 5x5x5 --stop o --time 0.05", 1,
             "value  not known by pairs or blocks (out of time); O cannot win, as X could steal its strategy\n"));
    ASSERTm(output, strstr(output, "nodes  100000\n") == NULL);
    PASS();
}

/* Proof and disproof numbers are for people: in a pipe there is nothing but the result. */
TEST progress_is_shown_on_a_terminal_only(void) {
    Session session;
    ASSERT(session_begin(&session, SESSION_TERMINAL, "solve 5x5x5 --time 1 --hash 256", NULL));
    ASSERT(session_expect(&session, "\rX attacks: proof "));
    ASSERT(session_expect(&session, ", disproof "));
    ASSERT(session_expect(&session, "value  not known ("));
    ASSERT_EQ(1, session_end(&session));
    session_free(&session);
    CHECK_CALL(says("$solve 5x5x5 --time 0.3 --hash 256", 1, "; O cannot win\nnodes "));
    ASSERTm(output, strncmp(output, "value  ", 7) == 0 && strchr(output, '\r') == NULL);
    PASS();
}

/* The check of an outline takes longer than the search, so Ctrl-C is sent as soon as it begins. */
TEST the_making_of_a_proof_can_be_stopped(void) {
    char command[256], path[128];
    Session session;
    snprintf(path, sizeof path, "%s/stopped.proof", folder);
    snprintf(command, sizeof command, "solve 4x4x4 --outline --proof %s", path);
    ASSERT(session_begin(&session, SESSION_TERMINAL, command, NULL));
    ASSERT(session_expect(&session, "\rchecking the proof: "));
    kill(session.pid, SIGINT);
    ASSERT(session_expect(&session, " s for the proof"));
    ASSERT(session_expect(&session, "proof  none: stopped"));
    ASSERT_EQ(1, session_end(&session));
    session_free(&session);
    ASSERT(access(path, F_OK) != 0);
    PASS();
}

SUITE(split) {
    if (mkdtemp(folder) == NULL) abort();
    RUN_TEST(jobs_of_a_win_are_joined);
    RUN_TEST(jobs_of_a_draw_are_joined);
    RUN_TEST(any_scheduler_runs_the_jobs);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        RUN_TESTp(what_is_missing_or_damaged_is_named, damages[i].damage, damages[i].complaint);
    }
    RUN_TEST(a_job_that_is_run_again_mends_the_folder);
    RUN_TEST(jobs_may_run_twice_side_by_side);
    RUN_TEST(a_proof_that_is_there_is_kept);
    RUN_TEST(a_proof_that_does_not_hold_is_named);
    RUN_TEST(a_job_that_comes_out_another_way_says_what_to_do);
    RUN_TEST(a_job_of_a_draw_comes_out_another_way);
    RUN_TEST(a_job_can_be_split_again);
    RUN_TEST(another_move_is_another_one_by_symmetry_too);
    RUN_TEST(all_jobs_can_be_given_other_limits);
    RUN_TEST(damaged_plans_are_refused);
    RUN_TEST(folders_may_have_any_name);
    RUN_TEST(wrong_use_of_jobs_is_refused);
    RUN_TEST(jobs_that_stop_one_side_are_joined);
    RUN_TEST(one_side_alone_can_be_stopped);
    RUN_TEST(progress_is_shown_on_a_terminal_only);
    RUN_TEST(the_making_of_a_proof_can_be_stopped);
    run("rm -rf \"$PWD\"");
}
