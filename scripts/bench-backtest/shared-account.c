/*
 * One account that trades all symbols by the trailing rule with everything a default configuration
 * has: a reserve of cash, a share of equity at most in one symbol, the daily loss that halts entries,
 * entries paced by the minute, commissions by the share with a minimum, and slippage with a spread.
 * Day by day over all symbols, as plain C does it fastest.
 *
 *   shared-account FOLDER ROUNDS
 *
 * reads what two-loops.c does and account.i64 (see RULES), and writes final equity, fills and the
 * deepest drawdown of each setting. Every bar is a day: it opens and closes on its own.
 */
#include "bench-files.h"

/* The numbers of account.i64, in their order. Fees in millionths of a dollar for each share. */
typedef struct {
  int64_t cash, shares, reserve, position_bps, daily_loss_bps, entries_max, fee_share, fee_min, slip_bps,
      half_spread;
} RULES;

#define SYMBOLS_MAX 512

/* What an account keeps of each symbol, side by side. */
typedef struct {
  int32_t extreme[SYMBOLS_MAX], trigger[SYMBOLS_MAX], held[SYMBOLS_MAX];
} trails;

typedef struct {
  int symbol;
  int32_t quantity;
} order;

static int64_t up(int64_t amount, int64_t by) { return (amount + by - 1) / by; }

static outcome trade(const int32_t *restrict close, const int32_t *restrict open, int symbols, int days,
                     int32_t fall, int32_t rise, const RULES *its) {
  static trails so;
  static order orders[SYMBOLS_MAX], next[SYMBOLS_MAX];
  int entries[SYMBOLS_MAX], order_count = 0, fills = 0;
  int64_t cash = its->cash, equity = cash;
  drawdown deepest = begin_drawdown(cash);
  memset(&so, 0, sizeof so);
  for (int day = 0; day < days; day++) {
    const int32_t *opens = open + (size_t)day * symbols, *closes = close + (size_t)day * symbols;
    int64_t halt_at = equity * (10000 - its->daily_loss_bps) / 10000;
    for (int place = 0; place < order_count; place++) {
      int symbol = orders[place].symbol;
      int64_t quantity = orders[place].quantity, price = opens[symbol];
      int64_t worse = up(price * its->slip_bps, 10000) + its->half_spread;
      int64_t fee = up(quantity * its->fee_share, 100);
      if (fee < its->fee_min) fee = its->fee_min;
      if (so.held[symbol]) {
        price = price - worse < 1 ? 1 : price - worse;
        cash += price * quantity - fee;
        so.held[symbol] -= quantity;
      } else {
        price += worse;
        if (cash < price * quantity + fee) continue;
        cash -= price * quantity + fee;
        so.held[symbol] = quantity;
      }
      fills++;
      so.extreme[symbol] = price;
      so.trigger[symbol] = so.held[symbol] ? rise_from(price, rise) : fall_from(price, fall);
    }
    order_count = 0;
    int entry_count = 0;
    equity = cash;
    for (int symbol = 0; symbol < symbols; symbol++) {
      int32_t price = closes[symbol], held = so.held[symbol];
      if (held) {
        equity += (int64_t)held * price;
        if (price < so.extreme[symbol]) {
          so.extreme[symbol] = price;
          so.trigger[symbol] = rise_from(price, rise);
        }
        if (so.trigger[symbol] <= price) {
          int32_t part = held < its->shares ? held : its->shares;
          next[order_count++] = (order){symbol, part};
        }
      } else {
        if (so.extreme[symbol] < price) {
          so.extreme[symbol] = price;
          so.trigger[symbol] = fall_from(price, fall);
        }
        if (price <= so.trigger[symbol]) entries[entry_count++] = symbol;
      }
    }
    note_equity(&deepest, equity);
    /* A day of more entries than one sorts them by the depth of the fall, ties by the symbol. */
    for (int place = 1; place < entry_count; place++) {
      int symbol = entries[place], at = place;
      for (; 0 < at; at--) {
        int other = entries[at - 1];
        if ((int64_t)closes[other] * so.extreme[symbol] <= (int64_t)closes[symbol] * so.extreme[other]) break;
        entries[at] = other;
      }
      entries[at] = symbol;
    }
    int64_t free_cash = cash - its->reserve, share = equity * its->position_bps / 10000;
    int64_t room = equity <= halt_at ? 0 : its->entries_max;
    for (int place = 0; place < entry_count && 0 < room; place++) {
      int64_t price = closes[entries[place]], quantity = its->shares;
      if (free_cash < quantity * price) quantity = free_cash / price;
      if (share < quantity * price) quantity = share / price;
      if (quantity < 1) continue;
      free_cash -= quantity * price;
      room--;
      next[order_count++] = (order){entries[place], quantity};
    }
    memcpy(orders, next, order_count * sizeof *orders);
  }
  return (outcome){equity, fills, deepest.worst};
}

/* Symbols side by side for each day: what a day touches lies together. */
static int32_t *by_day(const int32_t *columns, int symbols, int days) {
  int32_t *rows = malloc((size_t)symbols * days * sizeof *rows);
  for (int symbol = 0; symbol < symbols; symbol++)
    for (int day = 0; day < days; day++)
      rows[(size_t)day * symbols + symbol] = columns[(size_t)symbol * days + day];
  return rows;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int32_t *shape = load(argv[1], "shape.i32", 3 * sizeof(int32_t));
  size_t symbols = shape[0], bars = shape[1], settings = shape[2];
  if (SYMBOLS_MAX < symbols) return 2;
  int32_t *close = by_day(load(argv[1], "close.i32", symbols * bars * sizeof *close), symbols, bars);
  int32_t *open = by_day(load(argv[1], "open.i32", symbols * bars * sizeof *open), symbols, bars);
  int32_t *rules = load(argv[1], "settings.i32", settings * 2 * sizeof *rules);
  RULES *its = load(argv[1], "account.i64", sizeof *its);
  outcome *out = malloc(settings * sizeof *out);
  for (int round = 0; round < atoi(argv[2]); round++) {
    double cpu = milliseconds(CLOCK_PROCESS_CPUTIME_ID), wall = milliseconds(CLOCK_MONOTONIC);
    for (size_t each = 0; each < settings; each++)
      out[each] = trade(close, open, symbols, bars, rules[each * 2], rules[each * 2 + 1], its);
    printf("%.6f %.6f\n", milliseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
           milliseconds(CLOCK_MONOTONIC) - wall);
  }
  store(argv[1], out, settings * sizeof *out);
}
