/* fifo_test: messages of AIM's sizes through a named pipe, made and removed in each iteration. */
#define _GNU_SOURCE
#include "frame.h"
#include "messages.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define MESSAGES 100

static const char path[] = "fifo-file";

static void remove_fifo(void)
{
    unlink(path);
}

static void iterate(void)
{
    checked(mkfifo(path, 0600), "mkfifo");
    int reader = checked(open(path, O_RDONLY | O_NONBLOCK), "open the fifo to read");
    int writer = checked(open(path, O_RDWR | O_NONBLOCK), "open the fifo to write");
    exchange(writer, reader, MESSAGES);
    checked(close(reader), "close");
    checked(close(writer), "close");
    checked(unlink(path), "unlink");
}

const struct test test = {"fifo_test", MESSAGES, "FIFO Messages", NULL, iterate, remove_fifo};
