import type { MutantGroup } from "./mutant.ts";

const ABSORBED = "packages/application/src/trading/fills/absorb-fill.test.ts";
const MATCHED = "packages/application/src/trading/reconciliation/match-by-key.test.ts";
const SENT = "packages/application/src/trading/orders/send-order-again.test.ts";

export const LATE_ORDERS: MutantGroup = {
  breaks: "Orders that arrive late, look alike or are sent again",
  mutants: [
    {
      name: "A sale by rule that waits is sent by the trail of before a purchase",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "  if (changed) return changed;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/bought-while-waiting.test.ts": [
          "is not sent by a trail that was anchored anew by what was bought while it waited",
        ],
      },
    },
    {
      name: "The worker sells by the trail of before a purchase that was made since it decided",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: "held === decidedOf : decidedOf <= held",
      by: "decidedOf <= held : decidedOf <= held",
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "sells nothing by a trail that a purchase has anchored anew since it was decided",
        ],
      },
    },
    {
      name: "A late fill frees the cash of the next order",
      file: "packages/domain/src/book-orders.ts",
      replace: "if (!fill.ofEarlier) useReservation",
      by: "useReservation",
      foundBy: {
        [ABSORBED]: [
          "frees nothing that is kept aside for the next order, before the next order is on record",
          "frees nothing that is kept aside for the next order, while the next order waits for its answer",
        ],
      },
    },
    {
      name: "An order being placed is not known by its key",
      file: "packages/application/src/trading/fills/absorb-fill.ts",
      replace: "placing.has(slot) ? placing.get(slot) : working.get(slot)",
      by: "working.get(slot)",
      foundBy: {
        [ABSORBED]: ["uses up its part of what is kept aside, before its answer has come"],
      },
    },
    {
      name: "The worker never learns the key of the order it is placing",
      file: "packages/application/src/trading/placing/place-order.ts",
      replace:
        "  const { letInAt, order, userId, warnings } = written;\n  noteKey(order.clientKey);",
      by: "  const { letInAt, order, userId, warnings } = written;",
      foundBy: {
        "packages/application/src/trading/decisions/act-on-intents.test.ts": [
          "is known by its key once it is on record, until its answer is taken into the book",
        ],
      },
    },
    {
      name: "An order that was given up takes the slot of the one at work",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: 'open.has(working.get(slot) ?? "")',
      by: "working.get(slot) === order.clientKey",
      foundBy: {
        [ABSORBED]: ["leaves the slot to the next order, which is at work"],
      },
    },
    {
      name: "A book made anew forgets what is being placed beside an order that was given up",
      file: "packages/application/src/trading/account/rebuild-book.ts",
      replace: " || (placing.has(slot) && onRecord.get(slot) !== placing.get(slot))",
      by: "",
      foundBy: {
        [ABSORBED]: [
          "takes nothing from the next order where the book is made anew before that one is on record",
        ],
      },
    },
    {
      name: "A slot is opened while another order is at work at it",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "if (!placing.has(slot) && !working.has(slot)) orderEnded",
      by: "if (!placing.has(slot)) orderEnded",
      foundBy: {
        [ABSORBED]: ["keeps its slot closed when the moment after its first end is over"],
      },
    },
    {
      name: "A slot is opened while another order is being placed at it",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "if (!placing.has(slot) && !working.has(slot)) orderEnded",
      by: "if (!working.has(slot)) orderEnded",
      foundBy: {
        [ABSORBED]: ["takes nothing from the order that is being placed as it is over"],
      },
    },
    {
      name: "A look-alike is taken for ours at a broker that returns keys",
      file: "packages/application/src/trading/reconciliation/match-unanswered.ts",
      replace: "broker.returnsKeys || ",
      by: "",
      foundBy: {
        [MATCHED]: [
          "is not taken for one like it, placed elsewhere, before it arrives at a broker that returns keys",
        ],
      },
    },
    {
      name: "An order of others waits for the answer about ours at a broker that returns keys",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: "!known && !returnsKeys",
      by: "!known",
      foundBy: {
        [MATCHED]: [
          "is not taken for one like it, placed elsewhere, before it arrives at a broker that returns keys",
        ],
      },
    },
    {
      name: "A look-alike takes the place of the order that carries our key",
      file: "packages/application/src/trading/reconciliation/match-unanswered.ts",
      replace: "unanswered.filter(({ clientKey }) => !there.has(clientKey))",
      by: "unanswered",
      foundBy: {
        [MATCHED]: [
          "is that one, and not another like it, where the broker may return keys or not",
        ],
      },
    },
    {
      name: "What an order that was given up has bought is taken for a reset of the account",
      file: "packages/application/src/trading/session/hear-broker.ts",
      replace: "[...open, ...unanswered]",
      by: "[...open]",
      foundBy: {
        "packages/application/src/trading/reconciliation/venue-reset.test.ts": [
          "stops the account, but not while an order that was given up may still have been filled",
        ],
      },
    },
    {
      name: "The plan is not asked again before another attempt",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "return entryRefusalOf(tables, account, at);",
      by: 'return reductionOf(account, "automated", at);',
      foundBy: {
        [SENT]: ["is not sent where it enters, once the plan lapsed while it waited"],
      },
    },
    {
      name: "The day's halt is not asked for again before another attempt",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "if (isHaltedIn(account, calendarOf(account).sessionAt(at)))",
      by: "if (isHaltedIn({}, calendarOf(account).sessionAt(at)))",
      foundBy: {
        [SENT]: [
          "is not sent where it enters, once the day's loss halted the account while it waited",
        ],
      },
    },
    {
      name: "What keeps an account from buying stops another attempt to leave",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: 'order.side === "sell"\n',
      by: 'order.side === "sell" && order.origin !== "automated"\n',
      foundBy: {
        [SENT]: [
          "is sent where it leaves, also once the plan lapsed while it waited",
          "is sent where it leaves, also once the day's loss halted the account while it waited",
          "is sent where it leaves, also once the account may only get smaller while it waited",
        ],
      },
    },
    {
      name: "An order that was given up goes on where its answer comes after all",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: "ok(unlessGivenUp(order, answered.value, at))",
      by: "answered",
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "asks for the end of an order that was given up by the time it is accepted",
        ],
      },
    },
    {
      name: "An order that was canceled while it was sent works on until the broker is asked how things stand",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: "      void askCanceled(needs)(recorded);",
      by: "      void recorded;",
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "asks for the end of an order that was given up by the time it is accepted",
          "asks for the end of an order that was canceled by the time it is accepted",
        ],
      },
    },
    {
      name: "Shares that were bought by hand wait for their stop as long as entries were refused before",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "const isBought = closed.held < book.held[slot]!;",
      by: "const isBought = false;",
      foundBy: {
        "packages/application/src/trading/decisions/sync-orders.test.ts": [
          "opens a symbol at once that shares have come to: what was refused before is none of their sale",
        ],
      },
    },
  ],
};
