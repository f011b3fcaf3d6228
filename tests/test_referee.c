#include "greatest.h"

SUITE(referee)
{
}
