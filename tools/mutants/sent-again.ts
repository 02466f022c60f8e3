import type { MutantGroup } from "./mutant.ts";

export const SENT_AGAIN: MutantGroup = {
  breaks: "What is asked once more before an order is sent",
  mutants: [
    {
      name: "An entry that waited is sent, however small a position may be by now",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: " ?? oversizeRefusal(decided, settings, held)",
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/send-again.test.ts": [
          "is not sent once a position may be of fewer shares",
          "is not sent once a position may be a smaller share of equity",
        ],
      },
    },
    {
      name: "An entry that waited is sent beside an order of its symbol",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "if (isEntry && isOrdered) return",
      by: "if (isEntry && !order) return",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent where it enters, once its symbol was ordered by hand while it waited",
        ],
      },
    },
    {
      name: "An exit that waited is held up by an order of its symbol",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "if (isEntry && isOrdered) return",
      by: "if (isOrdered) return",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is sent where it leaves, also once its symbol was ordered by hand while it waited",
        ],
      },
    },
    {
      name: "Automation is not asked again when it comes to sending",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: 'if (!settings?.automationEnabled) return { kind: "automation-off" };',
      by: 'if (!settings) return { kind: "automation-off" };',
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "sends nothing once automation is off, whatever the decision was",
        ],
      },
    },
    {
      name: "Automation is not asked again before another attempt",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: 'if (!settings.automationEnabled) return { kind: "automation-off" };',
      by: 'if (!settings) return { kind: "automation-off" };',
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent once automation was switched off while it waited",
        ],
      },
    },
    {
      name: "The halt is not asked again before another attempt",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "  if (halt) return halt;",
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent once everything was halted while it waited",
        ],
      },
    },
    {
      name: "The lease is not asked for again before another attempt",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "leaseEpoch !== undefined && !(await tables.leases.holds(account.id, leaseEpoch))",
      by: "leaseEpoch === -1",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent once somebody else has had the account's lease while it waited",
        ],
      },
    },
    {
      name: "The lease epoch is not checked when an order is written",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: "if (!(await locked.leases.holds(account.id, draft.leaseEpoch)))",
      by: "if (draft.leaseEpoch < 0)",
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "writes nothing under a lease somebody else has had since",
        ],
      },
    },
    {
      name: "A stop that the broker refused is taken for sent as long as a cool-down lasts",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: "isTerminal(status) && filled === 0;",
      by: 'status === "denied" && filled === 0;',
      foundBy: {
        "packages/application/src/trading/decisions/stop-decided-again.test.ts": [
          "is sent again, also within a cool-down that lasts longer than what is set by then",
        ],
      },
    },
    {
      name: "An order that books brought back know from the broker alone is sent once more",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: 'origin !== "external" && isTerminal',
      by: "origin !== undefined && isTerminal",
      foundBy: {
        "packages/application/src/trading/reconciliation/older-books.test.ts": [
          "give no name away again under which an order was sent since",
        ],
      },
    },
    {
      name: "A decision as old as a minute is sent",
      file: "packages/application/src/trading/placing/write-automated-order.ts",
      replace: "if (DECISION_AGE_MAX_MS < ageMs)",
      by: "if (DECISION_AGE_MAX_MS * 4 < ageMs)",
      foundBy: {
        "packages/application/src/trading/placing/place-order-by-worker.test.ts": [
          "sends no decision older than 15 seconds",
        ],
      },
    },
    {
      name: "What waited too long after it was written is sent",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: "freshUntil < clock.now() ? TOO_LATE : await submit(needs, broker, order)",
      by: "await submit(needs, broker, order)",
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "sends nothing that waited too long after it was written",
        ],
      },
    },
    {
      name: "An order that did not leave is given up at once",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: "if (freshUntil < clock.now() + waitMs || attempt === ATTEMPTS_MAX)",
      by: "if (0 < waitMs)",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is sent again under the same key when there is room, and counted once",
        ],
      },
    },
    {
      name: "An order that waited is sent again with more shares than are set by now",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "if (overset) return overset;",
      by: "",
      foundBy: {
        "packages/application/src/trading/orders/send-order-again.test.ts": [
          "is not sent once a buy of so many shares was more than set while it waited",
          "is not sent once a sell of so many shares was more than set while it waited",
        ],
      },
    },
    {
      name: "Nobody is told of an order that is denied before another attempt",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: 'if (!again.ok) {\n      announce(needs, sending, "orders");',
      by: "if (!again.ok) {",
      foundBy: {
        "packages/application/src/trading/orders/unsent-order-told.test.ts": [
          "is told as denied where it is not sent again",
        ],
      },
    },
    {
      name: "Nobody is told of an order whose end got no answer from the database",
      file: "packages/application/src/trading/orders/send-order.ts",
      replace: 'announce(needs, sending, "orders");\n      throw error;',
      by: "throw error;",
      foundBy: {
        "packages/application/src/trading/orders/unsent-order-told.test.ts": [
          "is told as dropped also where the commit of that gets no answer",
        ],
      },
    },
    {
      name: "Nobody is told of a cancel whose commit got no answer",
      file: "packages/application/src/trading/orders/cancel-order.ts",
      replace: '() => userId !== "" && announce()',
      by: '() => userId === "" && announce()',
      foundBy: {
        "packages/application/src/trading/orders/unsent-order-told.test.ts": [
          "is told as canceled also where the commit of that gets no answer",
        ],
      },
    },
    {
      name: "A stop that waited is sent for fewer shares than are held by now",
      file: "packages/application/src/trading/orders/send-again.ts",
      replace: "if (!settings.stopAtBroker || !isOfAll)",
      by: "if (!settings?.stopAtBroker)",
      foundBy: {
        "packages/application/src/trading/stops/keep-stops.test.ts": [
          "is not sent for fewer shares than were bought while it waited: another is, for all of them",
        ],
      },
    },
  ],
};
