/*
 * A cross-over of two averages as the fastest plain C we know that goes through the bars of each
 * setting by itself, and equals the strategy of the bench to the last bit.
 *
 *   cross-over FOLDER ROUNDS
 *
 * reads and writes what two-loops.c does; a setting is the bars of the fast average and of the slow one.
 */
#include "bench-files.h"

#define HELD 100

/* What is left of rounding never outlives a window: once a period its sum is added up anew. */
static double added_up(const double *prices, int length) {
  double sum = 0;
  for (int n = 0; n < length; n++) sum += prices[n];
  return sum;
}

static outcome trade(const double *restrict prices, const int32_t *restrict close,
                     const int32_t *restrict open, const int32_t *restrict ends, int bars, int fast,
                     int slow) {
  double cash = CASH, fast_sum = 0, slow_sum = 0;
  drawdown so = begin_drawdown(cash);
  int fills = 0, held = 0, was_above = -1, fast_left = fast, slow_left = slow;
  for (int bar = 0; bar < bars; bar++) {
    double price = prices[bar];
    fast_sum += price - (bar < fast ? 0 : prices[bar - fast]);
    slow_sum += price - (bar < slow ? 0 : prices[bar - slow]);
    if (--fast_left == 0) fast_sum = added_up(prices + bar + 1 - fast, fast_left = fast);
    if (--slow_left == 0) slow_sum = added_up(prices + bar + 1 - slow, slow_left = slow);
    if (ends[bar]) note_equity(&so, cash + (double)close[bar] * held);
    if (bar + 1 < slow || bar + 1 < fast) continue;
    int is_above = slow_sum / slow < fast_sum / fast;
    if (is_above == was_above) continue;
    was_above = is_above;
    int wanted = is_above ? HELD : 0;
    if (wanted == held || bar + 1 == bars) continue;
    cash -= (double)open[bar + 1] * (wanted - held);
    held = wanted;
    fills++;
  }
  return (outcome){cash + (double)close[bars - 1] * held, fills, so.worst};
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int32_t *shape = load(argv[1], "shape.i32", 3 * sizeof(int32_t));
  size_t bars = shape[1], settings = shape[2];
  int32_t *close = load(argv[1], "close.i32", bars * sizeof *close);
  int32_t *open = load(argv[1], "open.i32", bars * sizeof *open);
  int32_t *ends = load(argv[1], "ends.i32", bars * sizeof *ends);
  int32_t *rules = load(argv[1], "settings.i32", settings * 2 * sizeof *rules);
  double *prices = malloc(bars * sizeof *prices);
  for (size_t bar = 0; bar < bars; bar++) prices[bar] = close[bar] / 10000.0;
  outcome *out = malloc(settings * sizeof *out);
  for (int round = 0; round < atoi(argv[2]); round++) {
    double cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID), wall = milliseconds(CLOCK_MONOTONIC);
    for (size_t each = 0; each < settings; each++)
      out[each] = trade(prices, close, open, ends, bars, rules[each * 2], rules[each * 2 + 1]);
    printf("%.6f %.6f\n", milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
           milliseconds(CLOCK_MONOTONIC) - wall);
  }
  store(argv[1], out, settings * sizeof *out);
}
