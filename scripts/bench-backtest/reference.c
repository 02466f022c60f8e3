/*
 * The trailing rule as one would write it in C: one loop over the bars of a symbol for each setting.
 * What the kernel of sweeps is measured against, and has to equal to the last bit.
 *
 *   reference FOLDER ROUNDS
 *
 * reads shape.i32 (symbols, bars, settings), close.i32, open.i32, ends.i32 (1 where a close is its
 * day's last) and settings.i32 (fall and rise of each in basis points) from the folder, writes
 * results.f64 (final equity, fills and the deepest drawdown of each symbol and setting) into it, and
 * prints the milliseconds of every round, of processor time and of time on the wall.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CASH 1000000000.0
#define SHARES 10

typedef struct {
  double equity, fills, drawdown;
} outcome;

static outcome trade(const int32_t *close, const int32_t *open, const int32_t *ends, int bars,
                     int fall, int rise) {
  int32_t high = 0, low = INT32_MAX, enter_at = 0, leave_at = INT32_MAX;
  int held = 0, wants = 0, fills = 0;
  double cash = CASH, mark = CASH, worst = 0;
  for (int bar = 0; bar < bars; bar++) {
    if (wants) {
      int32_t price = open[bar];
      held = held ? 0 : SHARES;
      cash += held ? -(double)price * SHARES : (double)price * SHARES;
      wants = 0;
      fills++;
      high = low = price;
      enter_at = (int64_t)high * (10000 - fall) / 10000;
      leave_at = ((int64_t)low * (10000 + rise) + 9999) / 10000;
    }
    int32_t price = close[bar];
    if (held) {
      if (price < low) {
        low = price;
        leave_at = ((int64_t)low * (10000 + rise) + 9999) / 10000;
      }
      wants = leave_at <= price;
      if (ends[bar]) {
        double equity = cash + (double)held * price;
        if (mark < equity)
          mark = equity;
        else if (equity / mark - 1 < worst)
          worst = equity / mark - 1;
      }
    } else {
      if (high < price) {
        high = price;
        enter_at = (int64_t)high * (10000 - fall) / 10000;
      }
      wants = price <= enter_at;
      if (ends[bar]) {
        if (mark < cash)
          mark = cash;
        else if (cash / mark - 1 < worst)
          worst = cash / mark - 1;
      }
    }
  }
  return (outcome){cash + (double)held * close[bars - 1], fills, worst};
}

static int32_t *load(const char *folder, const char *name, long count) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  int32_t *numbers = malloc(count * sizeof *numbers);
  if (!file || !numbers || fread(numbers, sizeof *numbers, count, file) != (size_t)count) {
    fprintf(stderr, "%s cannot be read\n", path);
    exit(1);
  }
  fclose(file);
  return numbers;
}

static double milliseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int32_t *shape = load(argv[1], "shape.i32", 3);
  long symbols = shape[0], bars = shape[1], settings = shape[2];
  int32_t *close = load(argv[1], "close.i32", symbols * bars);
  int32_t *open = load(argv[1], "open.i32", symbols * bars);
  int32_t *ends = load(argv[1], "ends.i32", bars);
  int32_t *rules = load(argv[1], "settings.i32", settings * 2);
  outcome *outcomes = malloc(symbols * settings * sizeof *outcomes);
  for (int round = 0; round < atoi(argv[2]); round++) {
    double start = milliseconds(CLOCK_PROCESS_CPUTIME_ID), wall = milliseconds(CLOCK_MONOTONIC);
    for (long symbol = 0; symbol < symbols; symbol++)
      for (long setting = 0; setting < settings; setting++)
        outcomes[symbol * settings + setting] =
            trade(close + symbol * bars, open + symbol * bars, ends, bars, rules[setting * 2],
                  rules[setting * 2 + 1]);
    printf("%.6f %.6f\n", milliseconds(CLOCK_PROCESS_CPUTIME_ID) - start,
           milliseconds(CLOCK_MONOTONIC) - wall);
  }
  char path[4096];
  snprintf(path, sizeof path, "%s/results.f64", argv[1]);
  FILE *file = fopen(path, "wb");
  fwrite(outcomes, sizeof *outcomes, symbols * settings, file);
  return fclose(file);
}
