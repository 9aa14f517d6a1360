/* udp_test: messages of AIM's sizes as datagrams between two sockets of ours on 127.0.0.1 (AIM: on the address of the host's name). */
#define _GNU_SOURCE
#include "frame.h"
#include "messages.h"

#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#define MESSAGES 100

static void iterate(void)
{
    struct sockaddr_in here, there;
    int reader = patient_socket(SOCK_DGRAM);
    int writer = patient_socket(SOCK_DGRAM);
    bind_to_loopback(reader, &there);
    bind_to_loopback(writer, &here);
    checked(connect(writer, (struct sockaddr *)&there, sizeof there), "connect");
    exchange(writer, reader, MESSAGES);
    checked(close(writer), "close");
    checked(close(reader), "close");
}

const struct test test = {"udp_test", MESSAGES, "UDP/IP DataGrams", NULL, iterate, NULL};
