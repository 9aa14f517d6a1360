#define _GNU_SOURCE
#include "messages.h"

#include "frame.h"

#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define PATIENCE_SECONDS 10

/* AIM's sizes: the run of ten twice, then 32 six times and 512 five times. */
static const size_t sizes[] = {
    1,  3,  5,  7,  16, 32, 64, 512, 1024, 2048, 1,   3,   5,   7,   16,  32,
    64, 512, 1024, 2048, 32, 32, 32, 32, 32, 32, 512, 512, 512, 512, 512,
};
#define SIZES (sizeof sizes / sizeof sizes[0])
_Static_assert(SIZES == 31, "AIM's table has 31 entries");

static unsigned char outgoing[LONGEST_MESSAGE];
static unsigned char incoming[LONGEST_MESSAGE];
static size_t next;

static void write_all(int descriptor, size_t size);
static void read_all(int descriptor, size_t size);

void exchange(int writer, int reader, int counted)
{
    while (--counted > 0) {
        size_t size = sizes[next];
        next = (next + 1) % SIZES;
        write_all(writer, size);
        read_all(reader, size);
    }
    sink = incoming[0];
}

int patient_socket(int type)
{
    const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    int descriptor = checked(socket(AF_INET, type | SOCK_CLOEXEC, 0), "socket");
    checked(setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience), "setsockopt");
    checked(setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience), "setsockopt");
    return descriptor;
}

void bind_to_loopback(int descriptor, struct sockaddr_in *bound)
{
    socklen_t length = sizeof *bound;
    memset(bound, 0, sizeof *bound);
    bound->sin_family = AF_INET;
    bound->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    checked(bind(descriptor, (struct sockaddr *)bound, sizeof *bound), "bind to 127.0.0.1");
    checked(getsockname(descriptor, (struct sockaddr *)bound, &length), "getsockname");
}

static void write_all(int descriptor, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = write(descriptor, outgoing + done, size - done);
        if (count >= 0)
            done += (size_t)count;
        else if (errno != EINTR)
            fail("write");
    }
}

static void read_all(int descriptor, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = read(descriptor, incoming + done, size - done);
        if (count == 0)
            refuse("the channel was closed in the middle of a message");
        if (count > 0)
            done += (size_t)count;
        else if (errno != EINTR)
            fail("read");
    }
}
