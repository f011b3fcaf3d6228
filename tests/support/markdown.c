#include "support/markdown.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

char *markdown_read(const char *path) {
    enum { FILE_SIZE_MAX = 1 << 20 };
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    char *text = malloc(FILE_SIZE_MAX);
    if (text != NULL) text[fread(text, 1, FILE_SIZE_MAX - 1, file)] = '\0';
    fclose(file);
    return text;
}

char *markdown_between(const char *text, const char *begin, const char *end) {
    char first[MARKDOWN_TEXT_SIZE], last[MARKDOWN_TEXT_SIZE];
    snprintf(first, sizeof first, "\n%s\n", begin);
    snprintf(last, sizeof last, "\n%s", end);
    const char *start = strstr(text, first);
    if (start == NULL) return NULL;
    start += strlen(first) - 1;
    const char *stop = strstr(start, last);
    if (stop == NULL) stop = start + strlen(start);
    size_t length = (size_t)(stop - start);
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, start + 1, length);
    copy[length] = '\0';
    return copy;
}

void markdown_blank_fences(char *text) {
    bool is_fenced = false;
    for (char *line = text; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n') {
        bool is_fence = strncmp(line + strspn(line, " "), "```", 3) == 0;
        if (is_fence || is_fenced) memset(line, ' ', strcspn(line, "\n"));
        if (is_fence) is_fenced = !is_fenced;
    }
}

char *markdown_next_line(char **rest) {
    char *line = *rest;
    if (*line == '\0') return NULL;
    char *end = strchr(line, '\n');
    *rest = end != NULL ? end + 1 : line + strlen(line);
    if (end != NULL) *end = '\0';
    return line;
}

const char *markdown_cell(const char *row, int index, char cell[MARKDOWN_TEXT_SIZE]) {
    for (; index >= 0 && row != NULL; index--) row = strchr(row, '|') != NULL ? strchr(row, '|') + 1 : NULL;
    cell[0] = '\0';
    if (row == NULL) return cell;
    row += strspn(row, " ");
    size_t length = strcspn(row, "|");
    while (length > 0 && row[length - 1] == ' ') length--;
    snprintf(cell, MARKDOWN_TEXT_SIZE, "%.*s", (int)length, row);
    return cell;
}

bool markdown_next_code(const char **text, char code[MARKDOWN_TEXT_SIZE]) {
    for (const char *start; (start = strchr(*text, '`')) != NULL;) {
        const char *end = strchr(start + 1, '`'), *paragraph_end = strstr(start, "\n\n");
        if (end == NULL) return false;
        bool is_whole = paragraph_end == NULL || end < paragraph_end;
        *text = is_whole ? end + 1 : paragraph_end;
        if (!is_whole) continue;
        snprintf(code, MARKDOWN_TEXT_SIZE, "%.*s", (int)(end - start - 1), start + 1);
        return true;
    }
    return false;
}

bool markdown_next_link(const char **text, char target[MARKDOWN_TEXT_SIZE]) {
    const char *start = strstr(*text, "](");
    if (start == NULL) return false;
    start += 2;
    size_t length = strcspn(start, ") \n");
    snprintf(target, MARKDOWN_TEXT_SIZE, "%.*s", (int)length, start);
    *text = start + length;
    return true;
}

/* "## 6. Commands" -> "6-commands": small letters, hyphens for spaces, no other punctuation. */
static void anchor_of(const char *heading, char anchor[MARKDOWN_TEXT_SIZE]) {
    size_t length = 0;
    heading += strspn(heading, "#");
    for (heading += strspn(heading, " "); *heading != '\0' && length + 1 < MARKDOWN_TEXT_SIZE; heading++) {
        unsigned char c = (unsigned char)*heading;
        if (c == ' ') c = '-';
        if (isalnum(c) || c == '-' || c == '_' || c >= 0x80) anchor[length++] = (char)tolower(c);
    }
    anchor[length] = '\0';
}

bool markdown_has_anchor(const char *path, const char *anchor) {
    char *text = markdown_read(path), *rest = text, found[MARKDOWN_TEXT_SIZE];
    bool is_there = false;
    if (text == NULL) return false;
    markdown_blank_fences(text);
    for (char *line; !is_there && (line = markdown_next_line(&rest)) != NULL;) {
        if (line[0] != '#') continue;
        anchor_of(line, found);
        is_there = strcmp(found, anchor) == 0;
    }
    free(text);
    return is_there;
}

/* The next word says that a number before it is one of seconds. */
static bool seconds_follow(const char *rest) {
    Word unit;
    return word_next(&rest, &unit) && (word_is(unit, "s") || word_is(unit, "s,"));
}

void markdown_without_times(const char *line, char text[8 * MARKDOWN_TEXT_SIZE]) {
    Writer writer = writer_on(text, 8 * MARKDOWN_TEXT_SIZE);
    bool is_time = false;
    for (Word word; word_next(&line, &word); is_time = word_is(word, "nps") || word_is(word, "time")) {
        if (is_time || seconds_follow(line)) word = word_of("*");
        writer_add(&writer, "%.*s ", (int)word.length, word.at);
    }
}
