/*
 * shared_memory: a System V segment and a semaphore are made; 100 times 2048 bytes are copied into the segment and back, each copy
 * between taking and giving the semaphore; both are removed.
 *
 * System V objects outlive a killed program. The segment is removed as soon as it is attached, so that it goes with us; the key of
 * the semaphore stands in the scratch folder before the semaphore exists, so that whoever kills us can remove it.
 */
#define _GNU_SOURCE
#include "frame.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>
#include <unistd.h>

#define COPIES 100
#define BYTES 2048

/* The runner reads this file (runner/leftovers.py). */
static const char record[] = "ipc-key";

union semun {
    int val;
};

static key_t key;
static int semaphore = -1;
static unsigned char ours[BYTES];

static void choose_key(void)
{
    struct timespec time;
    char line[32];
    checked(clock_gettime(CLOCK_REALTIME, &time), "clock_gettime");
    /* AIM takes the process id, which any other program may have taken too; never 0, which is IPC_PRIVATE. */
    key = (key_t)(((unsigned)getpid() * 2654435761u) ^ (unsigned)time.tv_nsec) | 1;
    int length = snprintf(line, sizeof line, "%d\n", (int)key);
    int descriptor = checked(open(record, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), "cannot record the key");
    if (write(descriptor, line, (size_t)length) != length)
        fail("cannot record the key");
    checked(close(descriptor), "close");
}

static void change_semaphore(short by)
{
    struct sembuf operation = {.sem_num = 0, .sem_op = by};
    while (semop(semaphore, &operation, 1) == -1) {
        if (errno != EINTR)
            fail("semop");
    }
}

static void *attach_segment(void)
{
    int segment = checked(shmget(key, BYTES, IPC_CREAT | IPC_EXCL | 0600), "shmget");
    void *memory = shmat(segment, NULL, 0);
    int reason = errno;
    checked(shmctl(segment, IPC_RMID, NULL), "shmctl");
    errno = reason;
    if (memory == (void *)-1)
        fail("shmat");
    return memory;
}

static void remove_semaphore(void)
{
    if (semaphore != -1)
        semctl(semaphore, 0, IPC_RMID);
    semaphore = -1;
}

static void iterate(void)
{
    const union semun one = {.val = 1};
    unsigned char *shared = attach_segment();
    semaphore = checked(semget(key, 1, IPC_CREAT | IPC_EXCL | 0600), "semget");
    checked(semctl(semaphore, 0, SETVAL, one), "semctl");
    for (int i = 0; i < COPIES; i++) {
        change_semaphore(-1);
        memcpy(shared, ours, BYTES);
        change_semaphore(1);
        change_semaphore(-1);
        memcpy(ours, shared, BYTES);
        change_semaphore(1);
    }
    sink = ours[0];
    checked(semctl(semaphore, 0, IPC_RMID), "semctl");
    semaphore = -1;
    checked(shmdt(shared), "shmdt");
}

const struct test test = {"shared_memory", COPIES, "Shared Memory Operations", choose_key, iterate, remove_semaphore};
