/* Two transfers through a global account; with -DLOCKED, under a lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void* transfer(void* amount) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  balance += *(int*)amount;
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return NULL;
}

int main(void) {
  int amounts[2] = {3, 4};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, transfer, &amounts[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  (void)mutex;
  if (balance != 7) exit(3);
  return 0;
}
