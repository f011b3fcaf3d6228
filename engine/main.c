#include "ugi.h"

int main(void) {
    return ugi_run(stdin, stdout);
}
