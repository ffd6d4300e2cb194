/*
 * Puts a process and all that it starts on another day, for `npm run test:days` (days.ts): preloaded, it adds
 * CLOCK_OFFSET, in seconds, to the time of day. Clocks that only measure stay as they are, so timers and time limits
 * do too; libfaketime also moves those, and workerd hangs under it.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t offset(void) {
  static time_t seconds;
  static int is_read;
  if (!is_read) {
    const char *given = getenv("CLOCK_OFFSET");
    seconds = given ? atoll(given) : 0;
    is_read = 1;
  }
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset();
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec moment;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &moment);
  *now = (struct timeval){.tv_sec = moment.tv_sec, .tv_usec = moment.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *now) {
  struct timespec moment;
  clock_gettime(CLOCK_REALTIME, &moment);
  if (now) *now = moment.tv_sec;
  return moment.tv_sec;
}
