import type { MutantGroup } from "./mutant.ts";

export const ORDERS_AT_EDGES: MutantGroup = {
  breaks: "What becomes of an order that something happens to on its way",
  mutants: [
    {
      name: "A buy at market goes out although no provider has a price",
      file: "packages/application/src/trading/placing/write-manual-order.ts",
      replace: 'return limit !== undefined ? undefined : { kind: "no-price", ticker };',
      by: "return undefined;",
      foundBy: {
        "packages/application/src/trading/placing/write-manual-order.test.ts": [
          "is no buy at market; what is held can be sold, and a limit says the price itself",
        ],
      },
    },
    {
      name: "What is held cannot be sold while no provider has a price",
      file: "packages/application/src/trading/placing/write-manual-order.ts",
      replace: 'if (typeof listed !== "string" || side === "sell") return undefined;',
      by: 'if (typeof listed !== "string" || (side === "sell" && !listed)) return undefined;',
      foundBy: {
        "packages/application/src/trading/placing/write-manual-order.test.ts": [
          "is no buy at market; what is held can be sold, and a limit says the price itself",
        ],
      },
    },
    {
      name: "What is held cannot be sold where no market lists it",
      file: "packages/application/src/trading/placing/write-manual-order.ts",
      replace: 'if (typeof listed !== "string" || side === "sell") return undefined;',
      by: 'if (typeof listed !== "string" || (side === "sell" && listed === "no-price")) return undefined;',
      foundBy: {
        "packages/application/src/trading/placing/write-manual-order.test.ts": [
          "is no buy, with a limit or without; what is held can be sold, at once too",
        ],
      },
    },
    {
      name: "A symbol whose prints are ahead of our clock is taken for one that no market lists",
      file: "packages/application/src/trading/prices/price-board.ts",
      replace: "if (!found && !isListed) {",
      by: "if (!found && rows.get(ticker)?.suspect === undefined) {",
      foundBy: {
        "packages/application/src/trading/prices/price-board.test.ts": [
          "has no price of a symbol whose prints are dated ahead of our clock, and takes it for listed",
        ],
      },
    },
    {
      name: "An order worth more than an account may be is taken",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: "return ACCOUNT_VALUE_MAX < notional\n",
      by: "return notional < 0\n",
      foundBy: {
        "packages/application/src/trading/placing/write-manual-order.test.ts": [
          "is refused where it is worth more than an account may be",
        ],
      },
    },
    {
      name: "A paused account trades by hand",
      file: "packages/application/src/trading/placing/write-manual-order.ts",
      replace: 'if (account.status !== "active")\n    return',
      by: 'if (account.status === "error")\n    return',
      foundBy: {
        "packages/application/src/trading/placing/write-manual-order.test.ts": [
          "is refused while its account is paused",
        ],
      },
    },
    {
      name: "A ticket sent again is told that its refused order is fine",
      file: "packages/application/src/trading/placing/write-manual-order.ts",
      replace: 'if (status !== "denied" && status !== "rejected") return ok',
      by: 'if (status !== "denied") return ok',
      foundBy: {
        "packages/application/src/trading/placing/write-manual-order.test.ts": [
          "is told once more that the broker refused its order, in the broker's words",
        ],
      },
    },
    {
      name: "A ticket sent again is told that an order that never left is fine",
      file: "packages/application/src/trading/placing/write-manual-order.ts",
      replace: 'if (status !== "denied" && status !== "rejected") return ok',
      by: 'if (status !== "rejected") return ok',
      foundBy: {
        "packages/application/src/trading/placing/write-manual-order.test.ts": [
          "is told once more that its order never left, and why",
        ],
      },
    },
    {
      name: "A paused account trades by rule",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace:
        'if (account.status !== "active") return { kind: "account-not-active", status: account.status };\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/placing/write-automated-order.test.ts": [
          "is not written while its account is paused",
        ],
      },
    },
    {
      name: "What was decided in the session is sent after its close",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace:
        'if (!session && !isForAfterHours(draft, settings)) return { kind: "market-closed", opensAt: at };\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/placing/write-automated-order.test.ts": [
          "is not written once the session it was decided in has closed, but for after hours",
        ],
      },
    },
    {
      name: "An order is written though nothing leads to the broker",
      file: "packages/application/src/trading/placing/place-order.ts",
      replace:
        "if (!broker) return answered(await answerUnconnected(needs, draft));\n    const options =",
      by: "if (!broker) await writeManualOrder(needs)(draft as ManualDraft);\n    if (!broker) return answered(await answerUnconnected(needs, draft));\n    const options =",
      foundBy: {
        "packages/application/src/trading/placing/place-order.test.ts": [
          "writes nothing down where there is no connection to the broker",
        ],
      },
    },
    {
      name: "Keys refused at an order leave the account active",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: "if (shutOut !== undefined && account.lastValidatedAt === letInAt)",
      by: 'if (shutOut === "account-suspended")',
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "stops the account, and its user is told (credentials)",
          "stops the account, and its user is told (authorisation)",
        ],
      },
    },
    {
      name: "Nobody is told that an order's refusal stopped the account",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: 'announce(needs, sending, "accounts-changed");',
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "stops the account, and its user is told (credentials)",
          "stops the account, and its user is told (authorisation)",
        ],
      },
    },
    {
      name: "An answer later than a fill stops the account",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: 'if (answer.kind === "accepted" && isAnother(known, answer.brokerOrderId)) {',
      by: "if (known) {",
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "is not believed when it refuses an order that has a fill",
        ],
      },
    },
    {
      name: "An order that was canceled unsent is said to be sent",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: 'if (answer.kind === "not-sent" && status === "denied")\n    return refused',
      by: 'if (answer.kind === "not-sent" && status === "expired")\n    return refused',
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is over at once where its cancel was wished before that was known",
        ],
      },
    },
    {
      name: "An order is sent again for an account that was paused meanwhile",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace:
        'if (account.status !== "active") return { kind: "account-not-active", status: account.status };\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent once its account was paused while it waited",
        ],
      },
    },
    {
      name: "Shares are sold again that were sold while the order waited",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "? unsoldRefusal(others, order)",
      by: "? undefined",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent once the shares it sells were sold while it waited",
        ],
      },
    },
    {
      name: "A buy is sent again with cash that was spent while it waited",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace:
        'if (left < 0) return { kind: "insufficient-buying-power", needed, available: freeCash };',
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/bought-while-waiting.test.ts": [
          "is not sent once what it kept aside was spent elsewhere while it waited",
          "is sent where exactly what it kept aside is left, and not of cash that the broker holds back",
        ],
      },
    },
    {
      name: "A symbol is entered again that was bought while the entry waited",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "if (isEntry && account.own === undefined && 0 < heldIn(standing, order.ticker))",
      by: "if (isEntry && heldIn(standing, order.ticker) < 0)",
      foundBy: {
        "packages/application/src/trading/orders/bought-while-waiting.test.ts": [
          "enters nothing that was bought elsewhere while it waited",
        ],
      },
    },
    {
      name: "A person sells what the broker is known to have no more of",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: "  if (unthere) return refused(unthere);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/placing/sell-what-is-there.test.ts": [
          "of more than are there is refused, and says how many may be sold",
          "is refused where there are none",
        ],
      },
    },
    {
      name: "Of what the broker has, what other orders offer is sold once more",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: "quantity <= there - openSells",
      by: "quantity <= there",
      foundBy: {
        "packages/application/src/trading/placing/sell-what-is-there.test.ts": [
          "counts what another order offers already",
        ],
      },
    },
    {
      name: "A person sells by books that are known to be wrong while the broker does not say what is there",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: 'return { kind: "broker-unavailable", message: SAYS_NOTHING };',
      by: "return undefined;",
      foundBy: {
        "packages/application/src/trading/placing/sell-what-is-there.test.ts": [
          "is refused while the broker does not say what is there",
        ],
      },
    },
    {
      name: "What was sold since the broker was asked is sold once more by hand",
      file: "packages/application/src/trading/orders/check-order.ts",
      replace: "Math.min(said.shares, held - (said.booked - said.shares))",
      by: "said.shares",
      foundBy: {
        "packages/application/src/trading/placing/sell-what-is-there.test.ts": [
          "takes what was sold since the broker was asked for gone",
        ],
      },
    },
    {
      name: "The broker is asked before every sell of a person",
      file: "packages/application/src/trading/placing/shares-there-first.ts",
      replace: "  if (!isDoubted && !areHoldingsUntold(account)) return draft;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/placing/sell-what-is-there.test.ts": [
          "asks the broker nothing where books and broker agree",
        ],
      },
    },
    {
      name: "A cool-down lasts as long as is set when its slot opens",
      file: "packages/application/src/trading/decisions/sync-orders.ts",
      replace: "  if (!isDenied) startCoolDown(book, slot, endedAt);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/decisions/sync-orders.test.ts": [
          "begins the cool-down of one that ended refused by what is set then, not as its slot opens",
        ],
      },
    },
  ],
};
