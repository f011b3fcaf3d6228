#include "ugi/query_blocks.h"

#include "solving/draws.h"

/* What the answer may take: a tenth of a second or two. */
enum { ANSWER_NODES = 20000 };

/* The empty cells of a block, with hyphens between. */
static void add_block(const Lineup *lineup, const Block *block, Writer *writer) {
    const char *before = " ";
    for (int i = 0; i < block->cells; i++) {
        char cell[MOVE_TEXT_SIZE];
        if (!lineup->is_empty[block->cell[i]]) continue;
        notation_print_move(&lineup->geometry->game, block->cell[i], cell);
        writer_add(writer, "%s%s", before, cell);
        before = "-";
    }
}

static void answer_for(const Geometry *geometry, const Position *position, Side side, Writer *writer) {
    Placement placement = placement_of_board(&position->board);
    Picture picture;
    Lineup lineup;
    bool holds = !position_is_over(position) && draws_picture(geometry, &picture);
    if (holds) {
        lineup_init(&lineup, geometry, &placement, side);
        holds = picture_holds(&picture, &lineup, &(RestEffort){.nodes = ANSWER_NODES});
    }
    if (!holds) writer_add(writer, " none");
    for (int i = 0; holds && i < picture.count; i++) add_block(&lineup, &picture.block[i], writer);
}

void query_blocks_answer(const QuerySubject *subject, Writer *writer) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        writer_add(writer, "%s", side == SIDE_X ? "p1" : " | p2");
        answer_for(subject->shape->geometry, subject->position, (Side)side, writer);
    }
}
