/*
 * The same rule in C that passes over blocks of 8, 64, 512 and 4,096 closes which cannot decide: the
 * ceiling of what the kernel does with minutes. Reads and writes what two-loops.c does; the blocks
 * are made before the clock runs, as ours are.
 */
#include "bench-files.h"

#define LEVELS 4

/* Extremes of a block, and the deepest fall and the largest rise within it in whole basis points. */
typedef struct {
  int32_t low, high, drop, rise;
} block;

typedef struct {
  int bars, full[LEVELS];
  const int32_t *close;
  block *blocks[LEVELS];
} column;

static int32_t most(int32_t one, int32_t other) { return one < other ? other : one; }
static int32_t least(int32_t one, int32_t other) { return other < one ? other : one; }

static column blocks_of(const int32_t *close, int bars) {
  column so = {.bars = bars, .close = close};
  block *below = malloc(bars * sizeof *below);
  for (int bar = 0; bar < bars; bar++) below[bar] = (block){close[bar], close[bar], 0, 0};
  int count = bars;
  for (int level = 0; level < LEVELS; level++) {
    so.full[level] = count / 8;
    so.blocks[level] = malloc((count / 8 + 1) * sizeof(block));
    for (int at = 0; at < count / 8; at++) {
      block whole = below[at * 8];
      for (int part = at * 8 + 1; part < at * 8 + 8; part++) {
        block next = below[part];
        int64_t fall = (int64_t)(whole.high - next.low) * 10000 / whole.high;
        int64_t rise = (int64_t)(next.high - whole.low) * 10000 / whole.low;
        whole.drop = most(whole.drop, most(next.drop, fall < 0 ? 0 : fall));
        whole.rise = most(whole.rise, most(next.rise, rise < 0 ? 0 : least(rise, 65535)));
        whole.low = least(whole.low, next.low);
        whole.high = most(whole.high, next.high);
      }
      so.blocks[level][at] = whole;
    }
    if (level == 0) free(below);
    below = so.blocks[level];
    count /= 8;
  }
  return so;
}

/* Goes on by a block of a level, and up where a larger one begins there. */
#define PASS(level, bar)                                                      \
  do {                                                                        \
    (bar) += 1 << 3 * (level);                                                \
    if ((level) < LEVELS && ((bar) & ((1 << 3 * ((level) + 1)) - 1)) == 0) (level)++; \
  } while (0)

static int seek_fall(const column *so, int bar, int32_t high, int32_t fall) {
  int32_t enter_at = fall_from(high, fall);
  int level = 0;
  while (bar < so->bars) {
    if (level == 0) {
      int stop = least(so->bars, (bar / 8 + 1) * 8);
      for (; bar < stop; bar++) {
        int32_t price = so->close[bar];
        if (high < price) enter_at = fall_from(high = price, fall);
        if (price <= enter_at) return bar;
      }
      level = 1;
      continue;
    }
    int at = bar >> 3 * level;
    const block *its = &so->blocks[level - 1][at];
    if (so->full[level - 1] <= at || its->low <= enter_at || fall <= its->drop) {
      level--;
      continue;
    }
    if (high < its->high) enter_at = fall_from(high = its->high, fall);
    PASS(level, bar);
  }
  return bar;
}

static int seek_rise(const column *so, int bar, int32_t low, int32_t rise) {
  int32_t leave_at = rise_from(low, rise);
  int level = 0;
  while (bar < so->bars) {
    if (level == 0) {
      int stop = least(so->bars, (bar / 8 + 1) * 8);
      for (; bar < stop; bar++) {
        int32_t price = so->close[bar];
        if (price < low) leave_at = rise_from(low = price, rise);
        if (leave_at <= price) return bar;
      }
      level = 1;
      continue;
    }
    int at = bar >> 3 * level;
    const block *its = &so->blocks[level - 1][at];
    if (so->full[level - 1] <= at || leave_at <= its->high || rise <= its->rise) {
      level--;
      continue;
    }
    if (its->low < low) leave_at = rise_from(low = its->low, rise);
    PASS(level, bar);
  }
  return bar;
}

/* `last` holds the last bar of each day. */
static outcome trade(const column *so, const int32_t *restrict open, const int32_t *restrict last,
                     int days, int32_t fall, int32_t rise) {
  int bars = so->bars, bar = 0, day = 0, fills = 0;
  double cash = CASH, held = 0;
  drawdown deepest = begin_drawdown(cash);
  int32_t paid = 0;
  for (;;) {
    bar = held ? seek_rise(so, bar, paid, rise) : seek_fall(so, bar, paid, fall);
    int end = least(bar, bars - 1);
    if (held)
      for (; day < days && last[day] <= end; day++) note_equity(&deepest, cash + held * so->close[last[day]]);
    else if (day < days && last[day] <= end) {
      note_equity(&deepest, cash);
      while (day < days && last[day] <= end) day++;
    }
    if (bars <= bar + 1) return (outcome){cash + held * so->close[bars - 1], fills, deepest.worst};
    paid = open[++bar];
    cash += held ? held * paid : -(double)SHARES * paid;
    held = held ? 0 : SHARES;
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
  int32_t *last = malloc(bars * sizeof *last);
  int days = 0;
  for (size_t bar = 0; bar < bars; bar++)
    if (ends[bar]) last[days++] = bar;
  column *columns = malloc(symbols * sizeof *columns);
  for (size_t symbol = 0; symbol < symbols; symbol++)
    columns[symbol] = blocks_of(close + symbol * bars, bars);
  outcome *out = malloc(symbols * settings * sizeof *out);
  for (int round = 0; round < atoi(argv[2]); round++) {
    double cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID), wall = milliseconds(CLOCK_MONOTONIC);
    for (size_t symbol = 0; symbol < symbols; symbol++)
      for (size_t each = 0; each < settings; each++)
        out[symbol * settings + each] = trade(&columns[symbol], open + symbol * bars, last, days,
                                              rules[each * 2], rules[each * 2 + 1]);
    printf("%.6f %.6f\n", milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
           milliseconds(CLOCK_MONOTONIC) - wall);
  }
  store(argv[1], out, symbols * settings * sizeof *out);
}
