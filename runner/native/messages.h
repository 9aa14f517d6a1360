/* What AIM9's message tests share: one process writes a message into a channel and reads it out at the other end. */
#ifndef BENCHLORE_MESSAGES_H
#define BENCHLORE_MESSAGES_H

/* The bytes of AIM's longest message. */
#define LONGEST_MESSAGE 2048

/*
 * Send and receive `counted` - 1 messages: AIM's loop counts down before its first message, so that 100 stands for 99 of them.
 * The sizes walk through AIM's table and go on from one iteration to the next.
 */
void exchange(int writer, int reader, int counted);

/* A socket that gives up on a read or a write after some seconds, so that a lost message ends the test with a reason; `type` as for socket(). */
int patient_socket(int type);

/* Bind a socket to a free port of 127.0.0.1; `bound` is where others reach it. */
struct sockaddr_in;
void bind_to_loopback(int descriptor, struct sockaddr_in *bound);

#endif
