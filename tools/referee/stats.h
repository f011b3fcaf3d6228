/* What results mean: Elo with its confidence interval, likelihood of superiority, sequential probability ratio test.
 *
 * Results are counted by game (loss, draw, win) and, where each opening is played from both sides, by pair of games: 0,
 * 1/2, 1, 3/2 or 2 points (the pentanomial). The two games of a pair are not independent, so intervals and tests use
 * the pairs if there are any. Pure functions of their arguments; any thread.
 *
 * Sources: Elo and LOS as in the Chess Programming Wiki, "Match Statistics". The test is Michel Van den Bergh's
 * generalised SPRT, as run by Fishtest: the likelihood of the results under the most likely distribution that has the
 * mean (Elo, "The generalized maximum likelihood ratio for the expectation value of a distribution") or the t-value
 * (normalised Elo, "Normalized Elo", section 4.1) of the hypothesis. A kind of result that has not been seen yet counts
 * as 1/1000. */
#ifndef ROWAN_REFEREE_STATS_H
#define ROWAN_REFEREE_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* From the point of view of one engine. */
typedef struct {
    long wins, draws, losses; /* all games, including those of pairs */
    long pairs[5];            /* pairs of games with 0, 1/2, 1, 3/2, 2 points */
    long split_pairs;         /* of those with 1 point: a win and a loss, not two draws */
} Tally;

typedef enum { RESULT_LOSS, RESULT_DRAW, RESULT_WIN } Result;

void stats_add_game(Tally *tally, Result result);
/* Only the pair: its games are added one by one as they end. */
void stats_add_pair(Tally *tally, Result first, Result second);
long stats_games(const Tally *tally);
double stats_points(const Tally *tally);

/* Elo by the logistic curve: 400 log10(score / (1 - score)). */
double stats_elo_of_score(double score);
double stats_score_of_elo(double elo);

typedef enum {
    ELO_NONE,     /* no games */
    ELO_AT_LEAST, /* all games won: with 95% confidence at least `low` */
    ELO_AT_MOST,  /* all games lost: at most `high` */
    ELO_ALIKE,    /* all pairs, or all games, scored alike: the interval is wide, and there is no normalised Elo */
    ELO_INTERVAL,
} EloKind;

typedef struct {
    EloKind kind;
    double elo, low, high;   /* 95% interval; +-ELO_FAR: open, because it reaches a score of 0 or 1 */
    double nelo, nelo_error; /* normalised, with ELO_INTERVAL only */
} Elo;

static const double ELO_FAR = 2000;

enum { STATS_TEXT_SIZE = 80 };

Elo stats_elo(const Tally *tally);
/* The probability that the engine with these results is the stronger one; 0.5 if no game was decided. */
double stats_los(const Tally *tally);
/* "+40.7 [+10.4, +71.2]", "above +112", "no games": never inf or nan. */
void stats_print_elo(const Elo *elo, char text[STATS_TEXT_SIZE]);
/* The same in two columns: "+40.7" and "[+10.4, +71.2]", "> +112" and "". */
void stats_print_elo_columns(const Elo *elo, char text[STATS_TEXT_SIZE], char interval[STATS_TEXT_SIZE]);

typedef enum { SPRT_LOGISTIC, SPRT_NORMALISED } SprtModel;

typedef struct {
    double elo0, elo1, alpha, beta;
    SprtModel model;
} Sprt;

typedef enum { SPRT_GOES_ON, SPRT_ACCEPTS_H0, SPRT_ACCEPTS_H1 } SprtVerdict;

typedef struct {
    double llr, lower, upper;
    SprtVerdict verdict;
} SprtState;

/* Uses the pairs if there are any, otherwise the games. */
SprtState stats_sprt(const Sprt *sprt, const Tally *tally);

/* What fastchess and Fishtest print about a match beyond Elo. */
typedef struct {
    long pairs;
    double draw_ratio; /* the share of pairs that ended 1-1, or of drawn games if there are no pairs */
    long won, lost;    /* pairs won and lost: 3/2 or 2 points, and 0 or 1/2 */
    long split, drawn; /* pairs that ended 1-1 by a win each, and by two draws */
} PairStats;

PairStats stats_pairs(const Tally *tally);
/* "1.25"; "inf" if the second is 0, "-" if both are. */
void stats_print_ratio(long first, long second, char text[STATS_TEXT_SIZE]);

#endif
