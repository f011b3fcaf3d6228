/* One game divided into jobs, with the real programs: the jobs run by a shell loop, by GNU parallel and by make, and
 * folders of jobs in which something is missing or wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "greatest.h"
#include "proof/proof.h"
#include "support/programs.h"

enum { OUTPUT_SIZE = 1 << 15 };

static char output[OUTPUT_SIZE];
static char folder[] = "/tmp/rowan-campaign-XXXXXX"; /* for all tests, removed after the last */

/* Runs a script in that folder, in which $campaign, $solve and $verify are programs, and keeps all that it prints in
 * `output`. Returns its exit status. */
static int run(const char *script) {
    char command[4096];
    snprintf(command, sizeof command,
             "exec 2>&1; bin=$(cd '%s' && pwd); campaign=$bin/campaign; solve=$bin/solve; verify=$bin/verify; cd '%s' "
             "|| exit 99; "
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
    return says("test -e done/left || { $campaign new " GAME " done --jobs 4 --hash 16 && cd done && "
                "while read -r job; do sh -c \"$job\" || exit 1; done < jobs && : > left; }",
                0, "");
}

TEST jobs_of_a_win_are_joined(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(says("$campaign join done --proof p && $verify p", 0, "jobs   59 done, 0 left, 0 had another result\n"));
    ASSERTm(output, strstr(output, WON) != NULL);
    CHECK_CALL(says("$campaign join done && wc -c < done/left", 0, "\n0\n"));
    PASS();
}

/* 22 jobs, two of which have the positions of others, turned: their proofs are turned as well. */
TEST jobs_of_a_draw_are_joined(void) {
    CHECK_CALL(says("$campaign new 4x4 draw --jobs 10", 0, "aim    a draw: neither side can win\njobs   20 in draw\n"));
    CHECK_CALL(says("$campaign join draw --proof q", 1, "lacks  o-a1-d1-b1.proof\n"));
    CHECK_CALL(says("cd draw && sh left", 0, ""));
    CHECK_CALL(says("grep -c '^job' draw/plan", 0, "22\n"));
    CHECK_CALL(says("$campaign join draw --proof q && $verify q", 0, "verified: 4x4 is a draw: "));
    CHECK_CALL(says("$verify draw/o-a1-d1-b1.proof", 0, "verified: xx1o/4/4/4 o line: X cannot win: "));
    PASS();
}

TEST any_scheduler_runs_the_jobs(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(says("mkdir made && cp done/plan done/jobs done/Makefile made && make -s -k -j2 -C made && "
                    "$campaign join made --proof p && $verify p",
                    0, WON));
    CHECK_CALL(says("mkdir one && cp done/plan done/jobs one && cd one && for line in $(seq 59); do "
                    "sed -n \"${line}p\" jobs | sh; done; cd .. && $campaign join one --proof p && $verify p",
                    0, WON));
    if (run("command -v parallel") != 0) SKIPm("GNU parallel is not installed");
    CHECK_CALL(says("mkdir par && cp done/plan done/jobs par && cd par && parallel -j2 < jobs && cd .. && "
                    "$campaign join par --proof p && $verify p",
                    0, WON));
    PASS();
}

/* What is done to a folder in which everything was right, and what join says about it. */
static const struct {
    const char *damage, *complaint;
} damages[] = {
    {"rm x-a4a-b1a.*", "lacks  x-a4a-b1a.proof\n"},
    {"rm x-a4a-b1a.proof; echo 'value  not known (out of time)' > x-a4a-b1a.out",
     "lacks  x-a4a-b1a.proof: the job says: not known (out of time)\n"},
    {"rm x-a4a-b1a.proof; echo 'value  win for X, with d4a' > x-a4a-b1a.out",
     "lacks  x-a4a-b1a.proof: the job says: win for X, with d4a; its proof is gone, run it again\njobs   58 done, 1 "
     "left, "
     "0 had another result\nnext   run those left, for example with: (cd bad && parallel < left)\n1\n"},
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
             "rm -rf bad; cp -r done bad && cd bad && { %s; } && cd .. && rm -f p && $campaign join bad --proof p; "
             "status=$?; test ! -e p && wc -l < bad/left && exit $status",
             damage);
    CHECK_CALL(says(script, 1, complaint));
    ASSERTm(output, strstr(output, "\njobs   58 done, 1 left, 0 had another result\n") != NULL);
    ASSERTm(output, strcmp(output + strlen(output) - 3, "\n1\n") == 0);
    PASS();
}

TEST a_job_that_is_run_again_mends_the_folder(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(
        says("rm -rf bad; cp -r done bad && cd bad && : > x-a4a-b1a.proof && rm x-a4a-a2a.proof && "
             "touch x-a4a-a2a.proof.new-999999999-0 && cd .. && $campaign join bad; cd bad && sh left && cd .. && "
             "$campaign join bad --proof p && $verify p && ls bad | grep -c new-",
             1, WON));
    PASS();
}

TEST jobs_may_run_twice_side_by_side(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(says("rm -rf bad; mkdir bad && cp done/plan done/jobs bad && cd bad && { sh jobs & sh jobs; wait; } && "
                    "cd .. && $campaign join bad --proof p && $verify p",
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
    ASSERT(proof_write(&proof, PROOF_WITH_TABLES, path) > 0);
    proof_release(&proof);
    CHECK_CALL(says("$campaign join bad --proof p", 1, "wrong  x-a4a-b1a.proof: no move is given for this position\n"));
    CHECK_CALL(says("cat bad/left | wc -l", 0, "1\n"));
    PASS();
}

/* Nobody wins 3x3, so X has no move that helps; on 3x3x3 it lost its win with a1a. */
TEST a_job_that_comes_out_another_way_says_what_to_do(void) {
    CHECK_CALL(says("$campaign new 3x3 vain --aim x --jobs 5 && cd vain && sh jobs", 3, "aim    X wins\n"));
    CHECK_CALL(says("$campaign join vain --proof p", 1,
                    " had another result: a draw\n       let X play something else than "));
    CHECK_CALL(says("$campaign retry vain x b2 && cat vain/plan", 0, "plays  X b2 there\n"));
    ASSERTm(output, strstr(output, "\ntried x ") != NULL && strstr(output, "\nplay x b2\n") != NULL);
    CHECK_CALL(says("$campaign retry vain x-c9", 2, "campaign: 'c9' is not a move "));
    CHECK_CALL(says("$campaign retry vain o-a1", 2, "campaign: the plan has no such job\n"));
    CHECK_CALL(says("$campaign retry vain x-b2-a1 b2", 2, "campaign: b2 is occupied\n"));
    CHECK_CALL(says("$campaign retry vain x a1 --jobs 9", 0, "plays  X a1 there\njobs   "));
    PASS();
}

/* 3x3 is a draw, but not if the defender only blocks: then splitting again cannot help. */
TEST a_job_of_a_draw_comes_out_another_way(void) {
    CHECK_CALL(says("$campaign new 3x3 blocks --jobs 4 && cd blocks && sh jobs; cat *.out", 0,
                    "value  not known (X gets a line if O only blocks)\n"));
    CHECK_CALL(says("$campaign join blocks --proof p", 1,
                    " had another result: not known (X gets a line if O only blocks)\n"));
    ASSERTm(output, strstr(output, " JOB 20") == NULL);
    static const char advice[] = "       no other move of O can help: begin anew with another --aim, or run solve\n";
    const char *first = strstr(output, advice);
    ASSERTm(output, first != NULL && strstr(first + 1, advice) == NULL);
    PASS();
}

TEST a_job_can_be_split_again(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(says("rm -rf bad; cp -r done bad && rm bad/x-a4a-b1a.proof && $campaign split bad x-a4a-b1a 10 && "
                    "$campaign join bad; cd bad && sh left && cd .. && $campaign join bad --proof p && $verify p",
                    0, WON));
    return says("$campaign split bad x-a4a-b1a 10", 2,
                "campaign: it was split already; retry lets X play another move there\n");
}

/* After b2b on 3x3x3 the cells are of three kinds: corners, edges and centres of faces. */
TEST another_move_is_another_one_by_symmetry_too(void) {
    CHECK_CALL(says("rm -rf kinds; $campaign new 3x3x3 kinds --aim o --jobs 5 && $campaign retry kinds o-b2b && "
                    "$campaign retry kinds o-b2b",
                    0, "there\n"));
    return says("$campaign retry kinds o-b2b", 2, "campaign: every move has been tried\n");
}

TEST all_jobs_can_be_given_other_limits(void) {
    CHECK_CALL(says("rm -rf more; $campaign new 4x4x4 more --jobs 12 --hash 64 --time 0.001 --outline --minimise 2 && "
                    "$campaign retry more --time 60 --hash 100 && cat more/jobs",
                    0, " --hash 100 --threads 1 --time 60 --minimise 2 --outline --expect x --once --proof x-"));
    CHECK_CALL(says("cat more/plan", 0, "\noptions --hash 100 --threads 1 --time 60 --minimise 2 --outline\n"));
    char script[512];
    snprintf(script, sizeof script, "$campaign retry more --time 1.%0120d", 0);
    return says(script, 2, "campaign: the options of the jobs are too long\n");
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
        snprintf(script, sizeof script, "rm -rf bad; cp -r done bad && (cd bad && %s) && $campaign join bad --proof p",
                 damages_of_plans[i]);
        CHECK_CALL(says(script, 2, "campaign: "));
    }
    PASS();
}

TEST folders_may_have_any_name(void) {
    CHECK_CALL(says("n=\"it's \\$(touch hacked)\"; $campaign new 4x4 \"$n\" --jobs 1 && (cd \"$n\" && sh jobs) && "
                    "$campaign join \"$n\" --proof p && $verify p && test ! -e hacked",
                    0, "next   run them, for example with: make -k -j2 -C 'it'\\''s $(touch hacked)'\n"));
    ASSERTm(output, strstr(output, "verified: 4x4 is a draw: ") != NULL);
    CHECK_CALL(says("ln -s \"$bin\" bin && bin/campaign new 4x4 called --jobs 1", 0,
                    "\nthen   bin/campaign join called --proof FILE\n"));
    PASS();
}

/* Each job is one line, whatever the folder of the programs is called. */
TEST programs_may_be_anywhere(void) {
    CHECK_CALL(says("odd=$(printf 'o d\\nd$%%'); mkdir \"$odd\" && cp \"$campaign\" \"$solve\" \"$odd\" && "
                    "\"$odd\"/campaign new 4x4 anywhere --jobs 10 > /dev/null && wc -l < anywhere/jobs",
                    0, "20\n"));
    CHECK_CALL(says("cd anywhere && sed -n 3p jobs | sh && ls *.proof | wc -l", 0, "1\n"));
    PASS();
}

/* Somebody who reads only the first line, or nothing at all. */
TEST a_proof_is_written_though_nobody_reads_the_output(void) {
    CHECK_CALL(says("$solve 3x3x3 --proof unread | true; $verify unread", 0, "verified: 3x3x3 is a win for X: "));
    CHECK_CALL(
        says("mkfifo pipe; $solve 3x3x3 --proof pipe", 2, "solve: cannot write 'pipe': nobody reads from this pipe\n"));
    CHECK_CALL(says("cat pipe > read & $solve 3x3x3 --proof pipe && wait && $verify read", 0, "verified: 3x3x3 "));
    CHECK_CALL(says("ulimit -f 1; $solve 4x4x4 --proof long", 2, "solve: cannot write 'long': File too large\n"));
    CHECK_CALL(says("ls long*; true", 0, "No such file"));
    PASS();
}

/* A scheduler that looks at the exit status alone sees it. */
TEST a_job_with_another_result_fails(void) {
    CHECK_CALL(says("$campaign new 3x3 other --aim x --jobs 5 > /dev/null && cd other && sed -n 1p jobs | sh", 3, ""));
    CHECK_CALL(says("cd other && sed -n 1p jobs | sh", 3, "")); /* its proof is there, and kept */
    CHECK_CALL(says("$solve 3x3 --expect draw", 0, "value  draw"));
    CHECK_CALL(says("$solve 3x3 --expect o", 3, "value  draw"));
    return says("$solve 3x3 --expect o --stop x", 2, "solve: --stop and --expect exclude each other\n");
}

TEST a_plan_may_need_no_jobs(void) {
    CHECK_CALL(says("$campaign new 3x3x3 none --jobs 5 && $campaign join none --proof p && $verify p", 0,
                    "\njobs   0: the plan alone proves it, in none\nthen   "));
    ASSERTm(output, strstr(output, "\nverified: 3x3x3 is a win for X: ") != NULL);
    PASS();
}

TEST the_status_tells_how_far_the_jobs_are(void) {
    CHECK_CALL(done_folder());
    CHECK_CALL(
        says("$campaign status done", 0, "aim    X wins\njobs   59 done, 0 left, 0 had another result\nthen   /"));
    ASSERTm(output, strstr(output, "/campaign join done --proof FILE\n") != NULL);
    CHECK_CALL(says("rm -rf bad; cp -r done bad && rm bad/x-a4a-b1a.proof && "
                    "echo 'value  not known (out of time)' > bad/x-a4a-b1a.out && $campaign status bad",
                    1, "\njobs   58 done, 1 left, 0 had another result\nnext   run those left, "));
    ASSERTm(output, strstr(output, "/campaign retry bad --time S --hash MIB\n       /") != NULL);
    ASSERTm(output, strstr(output, "/campaign split bad JOB 20\n") != NULL);
    return says("wc -l < bad/left", 0, "1\n");
}

/* Installed programs are called rowan-campaign and rowan-solve; a job runs the one that is installed with it. */
TEST installed_jobs_run_the_installed_solver(void) {
    return says("mkdir at && cp $campaign at/rowan-campaign && at/rowan-campaign new 4x4 installed --jobs 1 && "
                "cut -d ' ' -f 1 installed/jobs",
                0, "/at/rowan-solve\n");
}

/* As solve wrote it when it had the option --split. */
TEST an_old_folder_is_used_as_it_is(void) {
    CHECK_CALL(says("mkdir old && printf '%s\\n' 'rowan jobs 1' 'position xx1o/4/4/4 o line' 'aim no x' "
                    "'options --hash 512 --threads 1 --time 60.000' 'job o' 'end 5' > old/plan && "
                    "echo \"$solve 'xx1o/4/4/4 o line' --hash 512 --threads 1 --time 60.000 --stop x --once "
                    "--proof o.proof > o.out 2>&1\" > old/jobs && $campaign status old",
                    1, "aim    X cannot win\nlacks  o.proof\njobs   0 done, 1 left, "));
    CHECK_CALL(says("cp old/jobs jobs && cmp old/jobs old/left && (cd old && sh jobs) && "
                    "$campaign join old --proof p && $verify p",
                    0, "verified: xx1o/4/4/4 o line: X cannot win: "));
    return says("$campaign split old o 5 --time 5 && cat old/plan", 0, "\noptions --hash 512 --threads 1 --time 5\n");
}

static const struct {
    const char *script, *complaint;
} refusals[] = {
    {"$campaign", "campaign: a command is missing; see --help\n"},
    {"$campaign joni done", "campaign: there is no command 'joni'; did you mean join?\n"},
    {"$campaign --join done", "campaign: there is no command '--join'; did you mean join?\n"},
    {"$campaign solve 3x3", "campaign: there is no command 'solve'; see --help\n"},
    {"$campaign new 3x3", "campaign: new takes GAME [MOVE ...] DIR; see campaign new --help\n"},
    {"$campaign new 3x3 d", "campaign: new needs --jobs, the number of jobs\n"},
    {"$campaign new 3x3 a1 --jobs 4", "campaign: 'a1' is a move: a folder comes last, ./a1 if that is its name\n"},
    {"$campaign new d 3x3 --jobs 4", "campaign: "},
    {"$campaign new 3x3 '' --jobs 4", "campaign: the name of the folder is empty\n"},
    {"$campaign new 3x3 a1 d --jobs 0", "campaign: --jobs needs a number from 1 to 100000, not '0'\n"},
    {"$campaign new 3x3 d --job 4", "campaign: unknown option '--job'; did you mean --jobs?\n"},
    {"$campaign new 3x3 d --jobs 4 --aim z", "campaign: --aim needs x, o or draw, not 'z'\n"},
    {"$campaign new 3x3 a1 a2 b1 b2 c1 d --jobs 4", "campaign: the game is over\n"},
    {"$campaign new 3x3:score d --jobs 4", "campaign: only games of the rule line are divided\n"},
    {"$campaign new 5x5 d --jobs 4", "campaign: there is nothing to divide, pairs or weights prove the draw at once: "},
    {"$campaign new 5x5 d --stop x --jobs 3", "campaign: there is nothing to divide, pairs or weights prove it at "},
    {"$campaign new 4x4 d --stop x --aim draw --jobs 3", "campaign: --aim and --stop exclude each other\n"},
    {"$campaign new 4x4 d --stop x --outline --jobs 3", "campaign: --minimise and --outline are for proofs of a win, "},
    {"$campaign new 4x4 d --tree 2 --jobs 3", "campaign: --tree is for --stop, or for --aim draw\n"},
    {"$campaign new 3x3 d --jobs 4 --proof p", "campaign: --proof is for join, not for new\n"},
    {"$campaign new " GAME " done --jobs 4", "campaign: 'done' has jobs already; retry and split change them, "},
    {"$campaign new 3x3 no/such --jobs 4", "campaign: cannot make the folder 'no/such': "},
    {"$campaign status nowhere", "campaign: cannot read 'nowhere/plan': No such file or directory\n"},
    {"$campaign status done --proof p", "campaign: --proof is for join, not for status\n"},
    {"$campaign join", "campaign: join takes DIR; see campaign join --help\n"},
    {"$campaign join done x-a4a", "campaign: join takes DIR; see campaign join --help\n"},
    {"$campaign join done --proof no/such/folder", "campaign: cannot write 'no/such/folder': "},
    {"$campaign join done --hash 5", "campaign: --hash is for new, retry and split, not for join\n"},
    {"$campaign retry done", "campaign: retry needs the name of a job, as status gives it, or other limits for all "},
    {"$campaign retry done --jobs 5 --time 5", "campaign: retry needs the name of a job, "},
    {"$campaign retry done x b2b b2b", "campaign: retry takes DIR [JOB [MOVE]]; see campaign retry --help\n"},
    {"$campaign retry done --outline", "campaign: --outline is for new, not for retry\n"},
    {"$campaign retry done a4a", "campaign: a job has a name like x-a1a-b2b\n"},
    {"$campaign split done x-a4a-b1a", "campaign: split takes DIR JOB N; see campaign split --help\n"},
    {"$campaign split done x-a4a-b1a many", "campaign: split needs a number of jobs from 1 to 100000, not 'many'\n"},
    {"$campaign split done x-a4a-b1a 5 --tree 2", "campaign: --tree is for new, not for split\n"},
    {"$solve 3x3 --split 4 --jobs d",
     "solve: --split is no option any more: use 'campaign new GAME DIR --jobs N' or 'campaign split DIR JOB N'\n"},
    {"$solve 3x3 --jobs d", "solve: --jobs is no option any more: use 'campaign new GAME DIR --jobs N'\n"},
    {"$solve 3x3 --aim x", "solve: --aim is no option any more: use 'campaign new GAME DIR --jobs N --aim x|o|draw'\n"},
    {"$solve --join done", "solve: --join is no option any more: use 'campaign join DIR --proof FILE'\n"},
    {"$solve --again done x-a4a-b1a --split 20",
     "solve: --again is no option any more: use 'campaign retry DIR JOB [MOVE]' or 'campaign split DIR JOB N'\n"},
};

TEST wrong_commands_are_refused_in_one_line(const char *script, const char *complaint) {
    CHECK_CALL(done_folder());
    CHECK_CALL(says(script, 2, complaint));
    ASSERTm(output, strncmp(output, complaint, strlen(complaint)) == 0);
    ASSERTm(output, strchr(output, '\n') == output + strlen(output) - 1);
    PASS();
}

TEST each_command_has_a_help_of_80_columns(void) {
    return says("for command in new status join retry split; do $campaign $command --help > help && "
                "grep -q \"^usage: campaign $command \" help && cat help || exit 1; done > all && "
                "$campaign --help >> all && awk 'length > 80 { exit 1 }' all && wc -l < all",
                0, "\n");
}

TEST jobs_that_stop_one_side_are_joined(void) {
    CHECK_CALL(says("$campaign new 4x4 held --stop x --tree 2 --jobs 3", 0, "aim    X cannot win\njobs   "));
    CHECK_CALL(says("grep -c 'tree 2 --stop x' held/jobs && grep '^aim' held/plan", 0, "\naim no x\n"));
    CHECK_CALL(
        says("(cd held && sh jobs) && $campaign join held --proof p && $verify p", 0, "verified: 4x4: X cannot win: "));
    CHECK_CALL(says("sed 's/^aim .*/aim no z/' held/plan > new && mv new held/plan && $campaign join held", 2,
                    "line 3 of the plan: the aim is x, o, draw, no x or no o"));
    CHECK_CALL(says("sed 's/^aim .*/aim no o/' held/plan > new && mv new held/plan && $campaign join held", 2,
                    "these moves do not fit the game"));
    PASS();
}

/* A draw in jobs, all done; each test works on a copy of it, `checked`. */
#define CHECKED                                                                                                        \
    "test -e drawn/left || { $campaign new 4x4 drawn --jobs 10 && cd drawn && sh jobs && : > left && cd ..; }; "       \
    "rm -rf checked; cp -r drawn checked; "

TEST proofs_of_a_folder_are_checked_once(void) {
    CHECK_CALL(
        says(CHECKED "$campaign check checked --threads 3", 0, "proofs 20 hold, 0 had a receipt, 0 wrong, 0 left\n"));
    ASSERT(strstr(output, "holds  o-a1-d1-b1.proof: ") != NULL);
    CHECK_CALL(says("grep proof checked/o-a1-d1-b1.receipt; sha256sum < checked/o-a1-d1-b1.proof", 0, "proof "));
    ASSERT(strncmp(output + strlen("proof "), strchr(output, '\n') + 1, 64) == 0);
    CHECK_CALL(says("$campaign check checked", 0, "proofs 0 hold, 20 had a receipt, 0 wrong, 0 left\n"));
    CHECK_CALL(says("$campaign check checked --recheck", 0, "proofs 20 hold, 0 had a receipt, 0 wrong, 0 left\n"));
    CHECK_CALL(says("$campaign join checked --proof q && $verify q", 0, "verified: 4x4 is a draw: "));
    PASS();
}

/* Receipts that are damaged, stale or of another proof count for nothing. */
static const char *const useless_receipts[] = {
    ": > o-a1-d1-b1.receipt",
    "head -c 90 o-a1-d1-b1.receipt > r && mv r o-a1-d1-b1.receipt",
    "printf junk >> o-a1-d1-b1.receipt",
    "sed 's/^checker .*/checker 0/' o-a1-d1-b1.receipt > r && mv r o-a1-d1-b1.receipt",
    "sed 's/^proof ./proof z/' o-a1-d1-b1.receipt > r && mv r o-a1-d1-b1.receipt",
    "cp o-a1-b2-c1.receipt o-a1-d1-b1.receipt || cp $(ls *.receipt | head -n 1) o-a1-d1-b1.receipt",
    "rm o-a1-d1-b1.receipt && mkfifo o-a1-d1-b1.receipt",
    "rm o-a1-d1-b1.receipt && mkdir r && ln -s /dev/zero o-a1-d1-b1.receipt",
    "$verify --rewrite o-a1-d1-b1.proof --form plain o-a1-d1-b1.proof",
};

TEST a_receipt_that_does_not_fit_counts_for_nothing(const char *damage) {
    char script[1024];
    snprintf(script, sizeof script,
             CHECKED "$campaign check checked > /dev/null && cd checked && { %s; } && cd .. && $campaign check checked",
             damage);
    CHECK_CALL(says(script, 0, "proofs 1 hold, 19 had a receipt, 0 wrong, 0 left\n"));
    ASSERT(strstr(output, "holds  o-a1-d1-b1.proof: ") != NULL);
    PASS();
}

/* A proof gets a block in which the attacker wins. Its receipt does not fit any more; one that is forged does, and is
 * believed. */
TEST a_forged_receipt_is_believed_unless_told_otherwise(void) {
    static const ProofItem lost = {.kind = ITEM_BLOCK, .cells = 1, .cell = {10}, .lines = 1, .line = {{8, 9}}};
    char path[128];
    Proof proof;
    Reason why;
    CHECK_CALL(says(CHECKED "$campaign check checked; head -n 2 checked/o-a1-d1-a2.proof", 0, "position x2o/x3/4/4 o"));
    snprintf(path, sizeof path, "%s/checked/o-a1-d1-a2.proof", folder);
    ASSERT(proof_read(path, &proof, &why));
    ASSERT(proof_add_item(&proof, &lost));
    ASSERT(proof_write(&proof, PROOF_WITH_TABLES, path) > 0);
    proof_release(&proof);
    CHECK_CALL(says("$campaign join checked", 1, "wrong  o-a1-d1-a2.proof: "));
    CHECK_CALL(says("cd checked; sum=$(sha256sum < o-a1-d1-a2.proof | cut -c1-64); "
                    "sed \"s/^proof .*/proof $sum/\" o-a1-d1-a2.receipt > r && mv r o-a1-d1-a2.receipt; cd ..; "
                    "$campaign join checked",
                    0, "jobs   20 done, 0 left"));
    CHECK_CALL(says("$campaign join checked --recheck", 1, "wrong  o-a1-d1-a2.proof: "));
    CHECK_CALL(says("$campaign check checked --recheck", 1, "proofs 19 hold, 0 had a receipt, 1 wrong, 0 left\n"));
    PASS();
}

TEST a_hostile_folder_is_checked_to_its_end(void) {
    CHECK_CALL(
        says("rm -rf odd; mkdir odd && cd odd && $solve 3x3 --proof good.proof > /dev/null && : > empty.proof && "
             "mkdir folder.proof && mkfifo pipe.proof && ln -s /dev/zero zero.proof && ln -s gone away.proof && "
             "head -c 70 good.proof > torn.proof && sed 's/value draw/value x/' good.proof > 'a b.proof' && "
             "cp good.proof \"$(printf 'bell\\a.proof')\" && cp good.proof .hidden.proof && cd .. && "
             "$campaign check odd --threads 2",
             1, "proofs 2 hold, 0 had a receipt, 7 wrong, 0 left\n"));
    static const char *const complaints[] = {"wrong  a b.proof: the checksum is wrong\n",
                                             "wrong  empty.proof: the last line is not 'end'",
                                             "wrong  folder.proof: cannot read it: Is a directory\n",
                                             "wrong  pipe.proof: cannot read it: not a plain file\n",
                                             "wrong  zero.proof: cannot read it: not a plain file\n",
                                             "wrong  away.proof: cannot read it: No such file",
                                             "wrong  torn.proof: the last line is not 'end'",
                                             "holds  bell?.proof: "};
    for (size_t i = 0; i < sizeof complaints / sizeof complaints[0]; i++)
        ASSERTm(complaints[i], strstr(output, complaints[i]) != NULL);
    CHECK_CALL(says("$campaign check odd/good.proof", 2, "cannot read the folder 'odd/good.proof': Not a directory\n"));
    CHECK_CALL(says("mkdir void; $campaign check void", 2, "there are no proofs in 'void'\n"));
    CHECK_CALL(says("$solve 6x6x6 --once --proof odd/large.proof > /dev/null; $campaign check odd --steps 1", 1,
                    "left   large.proof: the check takes more than 1000000 steps\n"));
    PASS();
}

/* The second proof takes minutes; by then the first has its receipt. */
TEST a_check_that_is_killed_loses_nothing(void) {
    char script[1024], here[512];
    ASSERT(getcwd(here, sizeof here) != NULL);
    snprintf(script, sizeof script,
             "rm -rf cut; mkdir cut && $solve 3x3 --proof cut/a.proof > /dev/null && "
             "cp '%s/bench/proofs/5x5x5/c2a-c3c-c4e.proof' cut/b.proof && { $campaign check cut & } && "
             "while [ ! -e cut/a.receipt ]; do sleep 0.02; done; kill -9 $! && { wait $!; ls -A cut; } && "
             "$campaign check cut --steps 1",
             here);
    CHECK_CALL(says(script, 1, "proofs 0 hold, 1 had a receipt, 0 wrong, 1 left\n"));
    ASSERTm(output, strstr(output, "a.proof\na.receipt\nb.proof\nleft ") != NULL);
    PASS();
}

SUITE(campaign) {
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
    RUN_TEST(programs_may_be_anywhere);
    RUN_TEST(a_job_with_another_result_fails);
    RUN_TEST(a_proof_is_written_though_nobody_reads_the_output);
    RUN_TEST(a_plan_may_need_no_jobs);
    RUN_TEST(proofs_of_a_folder_are_checked_once);
    for (size_t i = 0; i < sizeof useless_receipts / sizeof useless_receipts[0]; i++) {
        RUN_TESTp(a_receipt_that_does_not_fit_counts_for_nothing, useless_receipts[i]);
    }
    RUN_TEST(a_forged_receipt_is_believed_unless_told_otherwise);
    RUN_TEST(a_hostile_folder_is_checked_to_its_end);
    RUN_TEST(a_check_that_is_killed_loses_nothing);
    RUN_TEST(the_status_tells_how_far_the_jobs_are);
    RUN_TEST(installed_jobs_run_the_installed_solver);
    RUN_TEST(an_old_folder_is_used_as_it_is);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        RUN_TESTp(wrong_commands_are_refused_in_one_line, refusals[i].script, refusals[i].complaint);
    }
    RUN_TEST(each_command_has_a_help_of_80_columns);
    RUN_TEST(jobs_that_stop_one_side_are_joined);
    run("rm -rf \"$PWD\"");
}
