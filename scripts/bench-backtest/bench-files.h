/*
 * What the programs of the bench share: numbers from the folder they are given, results into it, and
 * the milliseconds of a round, of processor time and of time on the wall.
 */
#ifndef BENCH_FILES_H
#define BENCH_FILES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Prices and amounts are ten-thousandths of a dollar. */
#define CASH 1000000000.0
#define SHARES 10

static void *load(const char *folder, const char *name, size_t bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  void *numbers = malloc(bytes);
  if (!file || !numbers || fread(numbers, 1, bytes, file) != bytes) {
    fprintf(stderr, "%s cannot be read\n", path);
    exit(1);
  }
  fclose(file);
  return numbers;
}

static void store(const char *folder, const void *numbers, size_t bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s/results.f64", folder);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(numbers, 1, bytes, file) != bytes || fclose(file) != 0) {
    fprintf(stderr, "%s cannot be written\n", path);
    exit(1);
  }
}

static double milliseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

/* The highest price that is such a fall from the high, and the lowest that is such a rise. */
static inline int32_t fall_from(int32_t high, int32_t bps) {
  return (int64_t)high * (10000 - bps) / 10000;
}

static inline int32_t rise_from(int32_t low, int32_t bps) {
  return ((int64_t)low * (10000 + bps) + 9999) / 10000;
}

/* Equity at the ends of days: its highest so far, and how far it fell below. */
typedef struct {
  double mark, worst, floor;
} drawdown;

static inline drawdown begin_drawdown(double equity) { return (drawdown){equity, 0, equity}; }

/* A division only where the drawdown may have deepened. */
static inline void note_equity(drawdown *so, double equity) {
  if (so->mark < equity) {
    so->mark = equity;
    so->floor = equity * (1 + so->worst) * (1 + 1e-12);
  } else if (equity < so->floor) {
    double depth = equity / so->mark - 1;
    if (depth < so->worst) so->worst = depth;
    so->floor = so->mark * (1 + so->worst) * (1 + 1e-12);
  }
}

/* What a setting comes to. */
typedef struct {
  double equity, fills, drawdown;
} outcome;

#endif
