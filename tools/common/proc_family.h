/* Which children are ours, and the orphans that the system hands to us: part of proc.h.
 *
 * On Linux a process can adopt the descendants of its children (a "subreaper"): one that has left its group, or was
 * left behind by its parent, becomes our child when that parent dies. Children carry a mark in their environment, which
 * their descendants inherit, so an orphan can be told from those of other children that still live. An orphan without
 * a mark has wiped it, which nobody honest does.
 *
 * The list of children is shared by all threads and has a lock; forks happen inside it, so that no child is ever taken
 * for an orphan. */
#ifndef ROWAN_COMMON_PROC_FAMILY_H
#define ROWAN_COMMON_PROC_FAMILY_H

#include <stdbool.h>
#include <sys/types.h>

enum { FAMILY_MARK_SIZE = 64 };

typedef struct FamilyMember {
    pid_t pid;                   /* 0: not in the list */
    char mark[FAMILY_MARK_SIZE]; /* "NAME=value"; "": orphans are not adopted */
    struct FamilyMember *next;
} FamilyMember;

/* Around anything that must not happen while another thread forks, and around every fork. */
void proc_family_lock(void);
void proc_family_unlock(void);

/* From now on orphans are adopted, where the system can do that. */
void proc_family_adopt(void);

/* Chooses a mark, before the fork. */
void proc_family_choose_mark(FamilyMember *member);
/* The environment with that mark, for execve; to be freed. NULL when memory is short. */
char **proc_family_environment(const FamilyMember *member);

/* With the lock held, as for the fork. */
void proc_family_add(FamilyMember *member, pid_t pid);
/* Sends a signal to all members and their groups. */
void proc_family_signal(int number);
/* Without it. Takes the member from the list and reaps it, if it is dead. */
void proc_family_remove(FamilyMember *member);

/* Before we die: ends all members and all orphans. */
void proc_family_end_all(void);

/* After a member was killed: ends the orphans that it left, wherever they are. */
void proc_family_end_orphans(void);

#endif
