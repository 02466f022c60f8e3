/*
 * The trailing rule as the fastest plain C we know: one loop while flat and one while holding, for
 * each setting and symbol. What the kernel of sweeps is measured against, and equals to the last bit.
 *
 *   two-loops FOLDER ROUNDS
 *
 * reads shape.i32 (symbols, bars, settings), close.i32, open.i32, ends.i32 (1 where a close is its
 * day's last) and settings.i32 (fall and rise of each in basis points) from the folder, writes
 * results.f64 (final equity, fills and the deepest drawdown of each symbol and setting) into it, and
 * prints the milliseconds of every round, of processor time and of time on the wall.
 */
#include "bench-files.h"

/* `ended` counts the days that ended before a bar: a flat stretch is worth its cash at each of them. */
static outcome trade(const int32_t *restrict close, const int32_t *restrict open,
                     const int32_t *restrict ends, const int32_t *restrict ended, int bars,
                     int32_t fall, int32_t rise) {
  double cash = CASH;
  drawdown so = begin_drawdown(cash);
  int fills = 0, bar = 0;
  int32_t high = 0;
  for (;;) {
    int first = bar;
    int32_t enter_at = fall_from(high, fall);
    for (; bar < bars && enter_at < close[bar]; bar++)
      if (high < close[bar]) {
        high = close[bar];
        enter_at = fall_from(high, fall);
      }
    if (ended[bar < bars ? bar + 1 : bars] != ended[first]) note_equity(&so, cash);
    if (bars <= bar + 1) return (outcome){cash, fills, so.worst};
    int32_t low = open[++bar];
    int32_t leave_at = rise_from(low, rise);
    cash -= (double)low * SHARES;
    fills++;
    for (;; bar++) {
      if (bar == bars) return (outcome){cash + (double)close[bars - 1] * SHARES, fills, so.worst};
      int32_t price = close[bar];
      if (price < low) {
        low = price;
        leave_at = rise_from(low, rise);
      }
      if (ends[bar]) note_equity(&so, cash + (double)price * SHARES);
      if (leave_at <= price) break;
    }
    if (++bar == bars) return (outcome){cash + (double)close[bars - 1] * SHARES, fills, so.worst};
    high = open[bar];
    cash += (double)high * SHARES;
    fills++;
  }
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int32_t *shape = load(argv[1], "shape.i32", 3 * sizeof(int32_t));
  size_t symbols = shape[0], bars = shape[1], settings = shape[2];
  int32_t *close = load(argv[1], "close.i32", symbols * bars * sizeof *close);
  int32_t *open = load(argv[1], "open.i32", symbols * bars * sizeof *open);
  int32_t *ends = load(argv[1], "ends.i32", bars * sizeof *ends);
  int32_t *rules = load(argv[1], "settings.i32", settings * 2 * sizeof *rules);
  int32_t *ended = calloc(bars + 1, sizeof *ended);
  for (size_t bar = 0; bar < bars; bar++) ended[bar + 1] = ended[bar] + ends[bar];
  outcome *out = malloc(symbols * settings * sizeof *out);
  for (int round = 0; round < atoi(argv[2]); round++) {
    double cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID), wall = milliseconds(CLOCK_MONOTONIC);
    for (size_t symbol = 0; symbol < symbols; symbol++)
      for (size_t each = 0; each < settings; each++)
        out[symbol * settings + each] = trade(close + symbol * bars, open + symbol * bars, ends,
                                              ended, bars, rules[each * 2], rules[each * 2 + 1]);
    printf("%.6f %.6f\n", milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
           milliseconds(CLOCK_MONOTONIC) - wall);
  }
  store(argv[1], out, symbols * settings * sizeof *out);
}
