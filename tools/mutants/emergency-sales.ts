import type { MutantGroup } from "./mutant.ts";

export const EMERGENCY_SALES: MutantGroup = {
  breaks: "What is sold and canceled at once",
  mutants: [
    {
      name: "Open orders stay when automation goes off",
      file: "packages/application/src/trading/settings/toggle-automation.ts",
      replace: "    if (!enabled) takeBack(needs, accountId);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/worker-and-automation.test.ts": [
          "takes back what is open as it goes off, also where no worker lives",
        ],
      },
    },
    {
      name: "Automation goes on without a worker",
      file: "packages/application/src/trading/settings/toggle-automation.ts",
      replace: 'return (await isWorkerOnline(needs)) ? undefined : { kind: "worker-offline" };',
      by: "return undefined;",
      foundBy: {
        "packages/application/src/trading/session/worker-and-automation.test.ts": [
          "switches off without a worker, and on only with one",
        ],
      },
    },
    {
      name: "The emergency sale leaves open buys working",
      file: "packages/application/src/trading/sales/sell-all.ts",
      replace: "        await wishAllCanceled(tables, account, sale.startedAt);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/sales/sell-all.test.ts": [
          "cancels every open order of the account first, also of what is not held, and then sells",
        ],
      },
    },
    {
      name: "The emergency sale leaves automation on",
      file: "packages/application/src/trading/sales/sell-all.ts",
      replace: "        await turnOff(tables, sale);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/sales/sell-all.test.ts": [
          "turns automation off and sells every holding, found ones too",
        ],
      },
    },
    {
      name: "The emergency sale leaves what was bought before its cancel came",
      file: "packages/application/src/trading/sales/run-sale.ts",
      replace: "const sale = await withBoughtMeanwhile(needs, begun, canceled);",
      by: "const sale = begun;",
      foundBy: {
        "packages/application/src/trading/sales/sell-all.test.ts": [
          "sells also what an order bought before its cancel came",
        ],
      },
    },
    {
      name: "A sell that never left ends the sale of its symbol",
      file: "packages/application/src/trading/sales/run-sale.ts",
      replace: '  "never-sent",\n  "not-enough-shares",',
      by: '  "not-enough-shares",',
      foundBy: {
        "packages/application/src/trading/sales/run-sale.test.ts": [
          "sells what the broker took no orders for, once it takes them again",
        ],
      },
    },
    {
      name: "The emergency sale sells what the broker has none of",
      file: "packages/application/src/trading/sales/shares-to-sell.ts",
      replace: "(answer ?? before)?.get(ticker) ?? NO_SHARES",
      by: "(answer ?? before)?.get(ticker) ?? quantity",
      foundBy: {
        "packages/application/src/trading/sales/sale-after-split.test.ts": [
          "sends no order of a holding of which the broker has none, and says so",
        ],
      },
    },
    {
      name: "The emergency sale gives a holding up that the broker shows late",
      file: "packages/application/src/trading/sales/none-there.ts",
      replace: "const NONE_THERE_MS = 10_000;",
      by: "const NONE_THERE_MS = 0;",
      foundBy: {
        "packages/application/src/trading/sales/sale-after-split.test.ts": [
          "sends no order of a holding of which the broker has none, and says so",
        ],
      },
    },
    {
      name: "The emergency sale asks for more shares than the broker has",
      file: "packages/application/src/trading/sales/shares-to-sell.ts",
      replace: "0 || SHOWN_LATE_MS <= nowMs - from ? there : undefined",
      by: "0 || SHOWN_LATE_MS <= nowMs - from ? quantity : undefined",
      foundBy: {
        "packages/application/src/trading/sales/sale-after-split.test.ts": [
          "sells the shares that the broker has, where books and broker are known to differ",
        ],
      },
    },
    {
      name: "The emergency sale goes by books that nobody has compared for a while",
      file: "packages/application/src/trading/sales/shares-to-sell.ts",
      replace: "if (!isKnown && (!before ||",
      by: "if (!isKnown || (!before ||",
      foundBy: {
        "packages/application/src/trading/sales/shares-to-sell.test.ts": [
          "asks the broker before it sells, and sells no more than it shows, though nothing is known to differ",
        ],
      },
    },
    {
      name: "The emergency sale leaves over what the broker shows late",
      file: "packages/application/src/trading/sales/shares-to-sell.ts",
      replace: "const SHOWN_LATE_MS = 10_000;",
      by: "const SHOWN_LATE_MS = 0;",
      foundBy: {
        "packages/application/src/trading/sales/shares-to-sell.test.ts": [
          "sells all of what the broker shows late, as it does what was bought just now",
        ],
      },
    },
    {
      name: "A broker that fails once is not asked again what it has",
      file: "packages/application/src/trading/placing/shares-there.ts",
      replace: "while (!isOver.aborted) {",
      by: "for (let asked = 0; asked < 1; asked += 1) {",
      foundBy: {
        "packages/application/src/trading/placing/shares-there.test.ts": [
          "are asked for again where the broker fails, within the time that is waited for",
        ],
      },
    },
    {
      name: "The emergency sale gives up what was refused for its shares",
      file: "packages/application/src/trading/sales/run-sale.ts",
      replace: "isLate || !(wasNeverSent(order) || wasRefused(order))",
      by: "isLate || !wasNeverSent(order)",
      foundBy: {
        "packages/application/src/trading/sales/sale-after-split.test.ts": [
          "asks the broker once an order was refused, and sells what is there",
        ],
      },
    },
    {
      name: "The emergency sale sends again what was refused",
      file: "packages/application/src/trading/sales/run-sale.ts",
      replace: "if (known && known.quantity <= shares) {",
      by: "if (known && shares < 0) {",
      foundBy: {
        "packages/application/src/trading/sales/sale-after-split.test.ts": [
          "does not send again what the broker refused though the shares are there",
        ],
      },
    },
    {
      name: "A cancel of somebody else's order passes",
      file: "packages/application/src/trading/orders/cancel-order.ts",
      replace: "if (!account || order?.accountId !== accountId)",
      by: "if (!account || !order)",
      foundBy: {
        "packages/application/src/trading/orders/cancel-order.test.ts": [
          "cancels no order of somebody else, and says no more than of one that is not",
        ],
      },
    },
    {
      name: "An order that was never sent waits for its cancel for ever",
      file: "packages/application/src/trading/orders/cancel-order.ts",
      replace: `      current.status === "intent"
        ? { type: "denied", message: CANCELED_UNSENT }
        : { type: "cancel-requested" },`,
      by: '      { type: "cancel-requested" },',
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent once it was canceled while it waited",
        ],
      },
    },
    {
      name: "Shares that an untold split has brought are passed over in silence",
      file: "packages/application/src/trading/sales/shares-left.ts",
      replace: "if (left === 0) return sold;",
      by: "if (0 <= left) return sold;",
      foundBy: {
        "packages/application/src/trading/sales/sale-after-split.test.ts": [
          "says what is left, and sells nothing that is not in the books",
        ],
      },
    },
    {
      name: "Shares that the broker shows a moment too long count as left",
      file: "packages/application/src/trading/sales/shares-left.ts",
      replace: "if (nowMs - from < SHOWN_MAX_MS)",
      by: "if (nowMs - from < 0)",
      foundBy: {
        "packages/application/src/trading/sales/sale-after-split.test.ts": [
          "has sold a holding that the broker shows for a while after it was sold",
        ],
      },
    },
    {
      name: "Taking everything back sells what was bought before the cancel came",
      file: "packages/application/src/trading/sales/sale-cancels.ts",
      replace: '  if (sale.kind !== "sell-all") return sale;\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/sales/cancel-all.test.ts": [
          "sells nothing of what an order bought before its cancel came",
        ],
      },
    },
    {
      name: "A holding is given up for a stop that is still being taken back",
      file: "packages/application/src/trading/sales/run-sale.ts",
      replace: '  "stop-at-broker",\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/stops/stops-before-orders.test.ts": [
          "in an emergency waits on for a stop that comes to light as the shares are to be sold",
        ],
      },
    },
    {
      name: "A holding whose order came back filled is sold whatever the broker shows",
      file: "packages/application/src/trading/sales/run-sale.ts",
      replace: 'after.state === "sold" ? { ...after, state: "submitted" } : after',
      by: "after",
      foundBy: {
        "packages/application/src/trading/sales/sale-after-split.test.ts": [
          "says what is left also where the fill is on record before the answer to its order",
        ],
      },
    },
    {
      name: "What its user took back before it was sent is sold anew",
      file: "packages/application/src/trading/sales/sale-ticket.ts",
      replace: " && lastMessage !== CANCELED_UNSENT",
      by: "",
      foundBy: {
        "packages/application/src/trading/sales/run-sale.test.ts": [
          "does not sell anew what its user took back before it was sent",
        ],
      },
    },
    {
      name: "A holding of which a part was sold is sold",
      file: "packages/application/src/trading/sales/sale-progress.ts",
      replace: "if (order.filled === wanted) return",
      by: "if (order.filled !== 0) return",
      foundBy: {
        "packages/application/src/trading/sales/sale-progress.test.ts": [
          "is sold whole, in part or not at all, by what its order came to",
        ],
      },
    },
    {
      name: "What another process has finished of a sale is begun again",
      file: "packages/application/src/trading/sales/sale-notes.ts",
      replace: "isFinal(item) ? item : (moves.get(item.ticker) ?? item)",
      by: "moves.get(item.ticker) ?? item",
      foundBy: {
        "packages/application/src/trading/sales/sale-notes.test.ts": [
          "leaves alone what another process has finished meanwhile",
        ],
      },
    },
    {
      name: "What an unknown order stood in the way of is not sold once that has ended",
      file: "packages/application/src/trading/sales/run-sale.ts",
      replace: "if (!(await hasMadeWay(needs, known))) return",
      by: "return",
      foundBy: {
        "packages/application/src/trading/sales/sale-beside-unknown-order.test.ts": [
          "ends that order once it is told of it, and sells them",
        ],
      },
    },
    {
      name: "A sale waits for no word of the order that may stand in its way",
      file: "packages/application/src/trading/sales/run-sale.ts",
      replace: "needs.clock.now() - known.updatedAt < TOLD_WITHIN_MS",
      by: "false",
      foundBy: {
        "packages/application/src/trading/sales/sale-beside-unknown-order.test.ts": [
          "ends that order once it is told of it, and sells them",
        ],
      },
    },
  ],
};
