import type { MutantGroup } from "./mutant.ts";

export const BOOKS: MutantGroup = {
  breaks: "Cash, shares, trails and orders as they are booked",
  mutants: [
    {
      name: "The trail's anchor is lost with a fill",
      file: "packages/domain/src/book-orders.ts",
      replace: "  anchor(book, slot, price, at);\n  if (fill.automated) {",
      by: "  if (fill.automated) {",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "does not cool down from a fill somebody else caused, but anchors the trail at it",
        ],
      },
    },
    {
      name: "A manual fill starts a cool-down",
      file: "packages/domain/src/book-orders.ts",
      replace: "  if (fill.automated) {\n    startCoolDown",
      by: "  {\n    startCoolDown",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "does not cool down from a fill somebody else caused, but anchors the trail at it",
        ],
      },
    },
    {
      name: "A later cool-down is cut short by an earlier one",
      file: "packages/domain/src/book-orders.ts",
      replace: "if (book.coolDownUntil[slot]! < until) book.coolDownUntil[slot] = until;",
      by: "book.coolDownUntil[slot] = until;",
      foundBy: {
        "packages/domain/src/book-fill.test.ts": [
          "keeps the later cool-down when an earlier fill is told after it",
        ],
      },
    },
    {
      name: "An order that ends twice starts a second cool-down",
      file: "packages/domain/src/book-orders.ts",
      replace: "if (wasWorking && !filledAny) startCoolDown(book, slot, at);",
      by: "if (!filledAny) startCoolDown(book, slot, at);",
      foundBy: {
        "packages/domain/src/book-fill.test.ts": [
          "starts no second cool-down when it is told of the same end again",
        ],
      },
    },
    {
      name: "The reservation is not freed at the order's end",
      file: "packages/domain/src/book-orders.ts",
      replace: "  keepForWorking(book, slot, 0);\n  if (wasWorking",
      by: "  if (wasWorking",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "frees the reservation as the order fills, and all of it at its end",
        ],
      },
    },
    {
      name: "The reservation is freed twice",
      file: "packages/domain/src/book-orders.ts",
      replace: "  book.workingCash[slot] = kept;",
      by: "",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "cools down after an automated order that ended unfilled, and frees its cash",
        ],
      },
    },
    {
      name: "Equity leaves a new holding out",
      file: "packages/domain/src/book.ts",
      replace: "  book.equity = money(book.equity + gain);",
      by: "",
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "always moves equity by what was realized and what the rest is worth above its cost",
        ],
      },
    },
    {
      name: "A close with a holding unpriced is the next baseline",
      file: "packages/domain/src/book-session.ts",
      replace: "book.closingEquity = book.unpriced === 0 ? book.equity : undefined;",
      by: "book.closingEquity = book.equity;",
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "leaves the baseline open while a holding has no price, and takes the first valid equity",
        ],
      },
    },
    {
      name: "A withdrawal counts as a loss",
      file: "packages/domain/src/book.ts",
      replace: "if (book.baseline !== undefined) book.baseline = money(book.baseline + amount);",
      by: "",
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "is neither a gain nor a loss: the baselines move along",
        ],
      },
    },
    {
      name: "A dividend hides a loss",
      file: "packages/domain/src/book.ts",
      replace: `export function bookIncome(book: Book, amount: Money): void {
  book.cash = money(book.cash + amount);`,
      by: `export function bookIncome(book: Book, amount: Money): void {
  if (book.baseline !== undefined) book.baseline = money(book.baseline + amount);
  book.cash = money(book.cash + amount);`,
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "is a gain: the baselines stay, so that it does not hide a loss",
        ],
      },
    },
    {
      name: "The halt of the day before goes on",
      file: "packages/domain/src/book-session.ts",
      replace: "  book.sessionDay = day;\n  book.halted = false;",
      by: "  book.sessionDay = day;",
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "ends the halt of the day before, and not that of its own",
        ],
      },
    },
    {
      name: "A sell moves the average cost",
      file: "packages/domain/src/position.ts",
      replace: "costBasis: money(position.costBasis - removed),",
      by: "costBasis: money(Math.max(0, position.costBasis - notional)),",
      foundBy: {
        "packages/domain/src/position.test.ts": [
          "realizes the proceeds less the basis they carry away, and leaves the average cost",
        ],
      },
    },
    {
      name: "More is sold than is held",
      file: "packages/domain/src/position.ts",
      replace: "if (position.shares < trade.quantity)",
      by: "if (position.shares + 1 < trade.quantity)",
      foundBy: { "packages/domain/src/position.test.ts": ["refuses to sell more than is held"] },
    },
    {
      name: "Half a ten-thousandth is always rounded up",
      file: "packages/domain/src/money.ts",
      replace: "  return down % 2 === 0 ? down : down + 1;",
      by: "  return down + 1;",
      foundBy: {
        "packages/domain/src/money.test.ts": ["rounds as its name says, on both sides of zero"],
      },
    },
    {
      name: "A decimal goes through a float",
      file: "packages/domain/src/money.ts",
      replace: '  return sign === "-" && units !== 0 ? -units : units;',
      by: "  return Math.floor(Number(text) * UNITS_PER_DOLLAR);",
      foundBy: {
        "packages/domain/src/money.test.ts": [
          "reads what venues write, half-even past the fourth place",
        ],
      },
    },
    {
      name: "A fill is booked twice",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "if (await tables.fills.isBooked(accountId, execution.executionId))",
      by: "if (at < 0)",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "moves order, position, cash and ledger together, once",
        ],
      },
    },
    {
      name: "A sell's fee is not taken from its gain",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "money(realized - fee)",
      by: "realized",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "takes a sell's fee from its gain and its cost from the average",
        ],
      },
    },
    {
      name: "A fill that is told late counts as if it had happened last",
      file: "packages/application/src/trading/fills/apply-late-fill.ts",
      replace: "if (later.length === 0) return undefined;",
      by: "if (0 <= later.length) return undefined;",
      foundBy: {
        "packages/application/src/trading/fills/apply-late-fill.test.ts": [
          "always leaves the books as they are when it is told in time",
          "gives sales since then the gain they have with it, in the books and in its own entry",
          "sells what was held as it happened, and its part of that",
        ],
      },
    },
    {
      name: "A buy that is told late leaves sales since then the gain they had without it",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "await tables.fills.revalue(account.id, one.executionId, one.realized);",
      by: "await tables.fills.find(account.id, one.executionId);",
      foundBy: {
        "packages/application/src/trading/fills/apply-late-fill.test.ts": [
          "gives sales since then the gain they have with it, in the books and in its own entry",
        ],
      },
    },
    {
      name: "The stored trail is not anchored by its fill",
      file: "packages/application/src/trading/fills/anchor-trail.ts",
      replace: "await tables.trails.save({ accountId, savedAt, trails: [...others, trail] });",
      by: "",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "anchors the stored trail at its price and starts the cool-down",
        ],
      },
    },
    {
      name: "The stored cool-down begins now instead of at the fill",
      file: "packages/application/src/trading/fills/anchor-trail.ts",
      replace: "0 < coolDownMs ? at + coolDownMs : 0;",
      by: "0 < coolDownMs ? fill.at + coolDownMs : 0;",
      foundBy: {
        "packages/application/src/trading/fills/unusual-executions.test.ts": [
          "starts the cool-down at its own time",
        ],
      },
    },
    {
      name: "A fill somebody else caused cools down",
      file: "packages/application/src/trading/fills/anchor-trail.ts",
      replace: "fill.isAutomated ? settings.limits.coolDownSec * 1_000 : 0",
      by: "settings.limits.coolDownSec * 1_000",
      foundBy: {
        "packages/application/src/trading/fills/unusual-executions.test.ts": [
          "anchors the stored trail and starts no cool-down",
        ],
      },
    },
    {
      name: "What was bought elsewhere is managed",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: 'held?.isManaged ?? order.origin !== "external"',
      by: "held?.isManaged ?? true",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "imports what somebody bought at the broker itself, and does not manage it",
        ],
      },
    },
    {
      name: "What cannot be booked freezes the account each time it is told",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "if (isNew) await freezeAccount(tables, account, at);",
      by: "await freezeAccount(tables, account, at);",
      foundBy: {
        "packages/application/src/trading/fills/unusual-executions.test.ts": [
          "stops the automation once, however often it is told",
        ],
      },
    },
    {
      name: "What cannot be booked stops nothing",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "if (isNew) await freezeAccount(tables, account, at);",
      by: "",
      foundBy: {
        "packages/application/src/trading/fills/record-execution.test.ts": [
          "books nothing that was sold but not held, and stops the automation",
        ],
      },
    },
  ],
};
