#include "greatest.h"
SUITE(play) {
}
