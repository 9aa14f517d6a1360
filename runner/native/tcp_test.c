/* tcp_test: messages of AIM's sizes over a connection with ourselves on 127.0.0.1 (AIM: on the address of the host's name). */
#define _GNU_SOURCE
#include "frame.h"
#include "messages.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#define MESSAGES 90

static void iterate(void)
{
    const int on = 1;
    struct sockaddr_in there;
    int listener = patient_socket(SOCK_STREAM);
    int writer = patient_socket(SOCK_STREAM);
    bind_to_loopback(listener, &there);
    checked(listen(listener, 1), "listen");
    checked(setsockopt(writer, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on), "setsockopt");
    checked(connect(writer, (struct sockaddr *)&there, sizeof there), "connect");
    int reader = checked(accept(listener, NULL, NULL), "accept");
    exchange(writer, reader, MESSAGES);
    checked(close(writer), "close");
    checked(close(reader), "close");
    checked(close(listener), "close");
}

const struct test test = {"tcp_test", MESSAGES, "TCP/IP Messages", NULL, iterate, NULL};
