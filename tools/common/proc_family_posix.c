#include "common/proc_family.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
    ROUNDS_MAX = 50,            /* the children of an orphan become orphans in turn */
    REAP_STEPS = 100,           /* milliseconds that a killed orphan has to die */
    ENVIRONMENT_SIZE = 1 << 16, /* a mark beyond it is not seen */
    STAT_SIZE = 512,
};

static const char mark_name[] = "ROWAN_CHILD=";

extern char **environ;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FamilyMember *members;
static bool is_adopting;
static unsigned long last_mark;

void proc_family_lock(void) {
    pthread_mutex_lock(&lock);
}

void proc_family_unlock(void) {
    pthread_mutex_unlock(&lock);
}

void proc_family_adopt(void) {
#if defined(__linux__) && defined(PR_SET_CHILD_SUBREAPER)
    is_adopting = prctl(PR_SET_CHILD_SUBREAPER, 1UL) == 0;
#endif
}

void proc_family_choose_mark(FamilyMember *member) {
    member->mark[0] = '\0';
    if (!is_adopting) return;
    proc_family_lock();
    snprintf(member->mark, sizeof member->mark, "%s%ld-%lu", mark_name, (long)getpid(), ++last_mark);
    proc_family_unlock();
}

char **proc_family_environment(const FamilyMember *member) {
    size_t count = 0, kept = 0;
    while (environ[count] != NULL) count++;
    char **environment = malloc((count + 2) * sizeof *environment);
    if (environment == NULL) return NULL;
    for (size_t i = 0; i < count; i++) {
        bool is_mark = strncmp(environ[i], mark_name, sizeof mark_name - 1) == 0;
        if (!is_mark || member->mark[0] == '\0') environment[kept++] = environ[i];
    }
    if (member->mark[0] != '\0') environment[kept++] = (char *)member->mark;
    environment[kept] = NULL;
    return environment;
}

void proc_family_add(FamilyMember *member, pid_t pid) {
    member->pid = pid;
    member->next = members;
    members = member;
}

void proc_family_remove(FamilyMember *member) {
    proc_family_lock();
    for (FamilyMember **at = &members; *at != NULL; at = &(*at)->next) {
        if (*at != member) continue;
        *at = member->next;
        break;
    }
    while (waitpid(member->pid, NULL, WNOHANG) < 0 && errno == EINTR) {
    }
    member->pid = 0;
    proc_family_unlock();
}

void proc_family_signal(int number) {
    for (const FamilyMember *at = members; at != NULL; at = at->next) {
        kill(-at->pid, number);
        kill(at->pid, number); /* it may have left its group */
    }
}

/* The member with this process id, or with this mark. */
static bool has_member(pid_t pid, const char *mark) {
    bool has = false;
    proc_family_lock();
    for (const FamilyMember *at = members; at != NULL && !has; at = at->next) {
        has = mark == NULL ? at->pid == pid : at->mark[0] != '\0' && strcmp(at->mark, mark) == 0;
    }
    proc_family_unlock();
    return has;
}

static ssize_t read_part(pid_t pid, const char *name, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd >= 0 ? read(fd, text, size - 1) : -1;
    if (fd >= 0) close(fd);
    text[length > 0 ? length : 0] = '\0';
    return length;
}

/* "PID (name) S PPID ...": the name may hold anything, even parentheses. */
static pid_t parent_of(pid_t pid) {
    char text[STAT_SIZE];
    if (read_part(pid, "stat", text, sizeof text) <= 0) return 0;
    const char *end = strrchr(text, ')');
    return end != NULL && strlen(end) > 4 ? (pid_t)strtol(end + 3, NULL, 10) : 0;
}

/* Whether it descends from a child that still lives. */
static bool has_living_mark(pid_t pid) {
    static _Thread_local char text[ENVIRONMENT_SIZE];
    ssize_t length = read_part(pid, "environ", text, sizeof text);
    for (ssize_t at = 0; at < length; at += (ssize_t)strlen(text + at) + 1) {
        if (strncmp(text + at, mark_name, sizeof mark_name - 1) == 0) return has_member(0, text + at);
    }
    return false;
}

static void end_orphan(pid_t pid) {
    kill(pid, SIGKILL);
    for (int i = 0; i < REAP_STEPS && waitpid(pid, NULL, WNOHANG) == 0; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

/* How many there were. */
static int end_visible_orphans(void) {
    DIR *processes = opendir("/proc");
    int count = 0;
    for (struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid <= 0 || parent_of(pid) != getpid() || has_member(pid, NULL) || has_living_mark(pid)) continue;
        end_orphan(pid);
        count++;
    }
    if (processes != NULL) closedir(processes);
    return count;
}

void proc_family_end_orphans(void) {
    if (!is_adopting) return;
    for (int round = 0; round < ROUNDS_MAX && end_visible_orphans() > 0; round++) {
    }
}

void proc_family_end_all(void) {
    proc_family_lock();
    proc_family_signal(SIGKILL);
    members = NULL; /* what they leave behind has no living mark any more */
    proc_family_unlock();
    proc_family_end_orphans();
}
