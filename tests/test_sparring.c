#include "greatest.h"

SUITE(sparring)
{
}
