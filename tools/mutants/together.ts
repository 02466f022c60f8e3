import type { MutantGroup } from "./mutant.ts";

const LINE = "packages/application/src/trading/placing/order-line.ts";
const LINE_TEST = "packages/application/src/trading/placing/order-line.test.ts";
const KEPT = "packages/application/src/trading/session/keep-account.ts";
const KEPT_TEST = "packages/application/src/trading/session/keep-account.test.ts";

const SYNC = "packages/application/src/trading/decisions/sync-orders.ts";
const SYNC_TEST = "packages/application/src/trading/decisions/sync-orders.test.ts";

export const TOGETHER: MutantGroup = {
  breaks: "What the accounts of a worker ask and write together",
  mutants: [
    {
      name: "An order is written together for an account that another worker has",
      file: LINE,
      replace: "held.has(accountId) ? free.get(accountId) : undefined",
      by: "free.get(accountId)",
      foundBy: {
        [LINE_TEST]: [
          "are not written for the account that another worker has, and are for the others",
        ],
      },
    },
    {
      name: "An order whose account's row is held is put off for as long as that lasts",
      file: LINE,
      replace: "return waiting.turns < TURNS_MAX;",
      by: "return waiting.turns < 1_000;",
      foundBy: { [LINE_TEST]: ["are written alone where that does not end"] },
    },
    {
      name: "Orders of one transaction do not count each other",
      file: LINE,
      replace: "{ at, clientKey, unseen, ...options }",
      by: "{ at, clientKey, ...options }",
      foundBy: { [LINE_TEST]: ["count each other where all accounts together have a limit"] },
    },
    {
      name: "A second order of an account is checked by rows that do not tell of the first",
      file: LINE,
      replace: "    free.delete(accountId);\n",
      by: "",
      foundBy: { [LINE_TEST]: ["of one account are checked one after the other"] },
    },
    {
      name: "Orders whose commit got no answer are written again at once",
      file: LINE,
      replace: "isInDoubt ? Promise.reject(error) : writtenAlone(waiting)",
      by: "writtenAlone(waiting)",
      foundBy: {
        [LINE_TEST]: [
          "are not tried again where nobody knows whether they were committed: Error: the answer was lost",
        ],
      },
    },
    {
      name: "Orders that the database took back are told of as if nobody knew",
      file: LINE,
      replace: "isWritten && !isTakenBack(error)",
      by: "isWritten",
      foundBy: {
        [LINE_TEST]: ["are written alone where the database took back what was to be committed"],
      },
    },
    {
      name: "An order is checked by the account as the worker knew it",
      file: LINE,
      replace: "!isSame(wanted, ahead.wanted.get(wanted.accountId))",
      by: "!ahead.wanted.has(wanted.accountId)",
      foundBy: {
        [LINE_TEST]: ["are checked by the account's row where the worker knew it otherwise"],
      },
    },
    {
      name: "What another says of an account's orders is taken for its own word",
      file: "packages/application/src/trading/session/follow-account.ts",
      replace: "        isOwnWord = false;\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/worker-and-broker.test.ts": [
          "reads what another says of its orders, once it has said something of them itself",
        ],
      },
    },
    {
      name: "An order takes the slot of another one that is at work",
      file: SYNC,
      replace: "(working.get(slot) ?? clientKey) === clientKey",
      by: "working.get(slot) !== null",
      foundBy: {
        [SYNC_TEST]: [
          "leaves the slot to the order that has it, where another of its symbol turns out to be open",
        ],
      },
    },
    {
      name: "An order by hand is taken for one of the rule's",
      file: SYNC,
      replace: 'if (order.origin !== "automated" || isOwnStop(order)) return false;',
      by: "if (isOwnStop(order)) return false;",
      foundBy: { [SYNC_TEST]: ["never takes an order by hand for one of the rule's"] },
    },
    {
      name: "An order that is open no more is known as it was",
      file: "packages/application/src/trading/account/orders-known.ts",
      replace: "if (isOpen(order)) known.delete(key);",
      by: "if (!isOpen(order)) known.delete(key);",
      foundBy: {
        [SYNC_TEST]: [
          "knows of an order that was read what it need not read again, and forgets it where it is open no more",
        ],
      },
    },
    {
      name: "Work that asks beside the fence is committed where the lease is lost",
      file: "packages/application/src/trading/account/fenced-storage.ts",
      replace: '  if (fenced.status === "rejected") throw fenced.reason;\n',
      by: "",
      foundBy: {
        "packages/application/src/trading/account/fenced-storage.test.ts": [
          "refuses work that asks beside the fence where another has the account, whatever it came to",
        ],
      },
    },
    {
      name: "A reconciliation goes by what it read before it wrote",
      file: "packages/application/src/trading/account/reading-once.ts",
      replace: "        forget();\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/reading-once.test.ts": [
          "is read again once something was written",
        ],
      },
    },
    {
      name: "What changes while an account's rows are read is taken for read",
      file: KEPT,
      replace: "  followed.rowsTakenUp = version;",
      by: "  followed.rowsTakenUp = await versions.of(followed.id);",
      foundBy: { [KEPT_TEST]: ["are read again where they changed while they were read"] },
    },
    {
      name: "What people set is not read where its version is another",
      file: KEPT,
      replace: "isWhole || version === undefined || version.set !== before?.set",
      by: "isWhole || version === undefined || before === undefined",
      foundBy: {
        [KEPT_TEST]: [
          "are read every ten minutes while nothing changes, and soon after a change that nobody told",
        ],
      },
    },
    {
      name: "Rows are not read while an order is at work and their version is the same",
      file: KEPT,
      replace: " && isAtRest(followed)",
      by: "",
      foundBy: {
        [KEPT_TEST]: [
          "are read every five seconds while an order is at work, and of those that people set none",
        ],
      },
    },
    {
      name: "A lease is trusted from when its answer came",
      file: "packages/application/src/trading/session/keep-leases.ts",
      replace: "followed.leaseRenewedMs = renewedMs;",
      by: "followed.leaseRenewedMs = clock.monotonicMs();",
      foundBy: {
        "packages/application/src/trading/session/keep-leases.test.ts": [
          "are trusted from when they were asked for, however late the answer comes",
        ],
      },
    },
    {
      name: "An account is taken up without the fence of its lease",
      file: "packages/application/src/trading/session/attach-account.ts",
      replace: "const fenced = { ...needs, storage: fencedStorage(storage, lease) };",
      by: "const fenced = { ...needs, storage };",
      foundBy: {
        "packages/application/src/trading/session/attach-account.test.ts": [
          "changes nothing of it once another has taken it in between",
        ],
      },
    },
    {
      name: "An account that was let go of still wants its prices first",
      file: "packages/application/src/trading/session/follow-account.ts",
      replace: "    needs.prices.prefer(accountId, []);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/orderly-stop.test.ts": [
          "no longer says that their prices matter most",
        ],
      },
    },
    {
      name: "An account that is taken up again has its old connection",
      file: "packages/application/src/trading/session/accounts-in-hand.ts",
      replace: "    brokers.release(accountId);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/orderly-stop.test.ts": [
          "connects anew: its keys may be others by now",
        ],
      },
    },
    {
      name: "A lease is given away under those who write by it together",
      file: "packages/adapters-persistence/src/leases/typeorm-lease-store.ts",
      replace: "FOR KEY SHARE OF accounts, leases SKIP LOCKED",
      by: "FOR KEY SHARE OF accounts SKIP LOCKED",
      foundBy: {
        "packages/adapters-persistence/src/leases-at-once.test.ts": [
          "hold several accounts for writing but those that somebody writes for, and keeps others out",
        ],
      },
    },
    {
      name: "What NATS went away from before it was sent is told to nobody",
      file: "packages/adapters-nats/src/nats-announcer.ts",
      replace: "    for (const each of told) fallback.announce(each);\n",
      by: "",
      foundBy: {
        "packages/adapters-nats/src/nats-announcer.test.ts": [
          "says by the fallback what NATS went away from before it was sent",
        ],
      },
    },
    {
      name: "What was announced while NATS was away is not read once it is back",
      file: "packages/adapters-nats/src/nats-announcer.ts",
      replace: "    polling = undefined;\n    local.missed();",
      by: "    polling = undefined;",
      foundBy: {
        "packages/adapters-nats/src/nats-announcer-line.test.ts": [
          "reads everything again while NATS is away and once it is back, and no more then",
        ],
      },
    },
    {
      name: "Nothing is read again while NATS is away from the start",
      file: "packages/adapters-nats/src/nats-announcer.ts",
      replace: "  if (!link.current()) poll();\n",
      by: "",
      foundBy: {
        "packages/adapters-nats/src/nats-announcer-line.test.ts": [
          "reads everything again while NATS is away and once it is back, and no more then",
        ],
      },
    },
    {
      name: "What waits to be announced is lost as the process ends",
      file: "packages/adapters-nats/src/nats-announcer.ts",
      replace: "    close() {\n      send();",
      by: "    close() {",
      foundBy: {
        "packages/adapters-nats/src/nats-announcer-line.test.ts": [
          "says what waits before it is closed, and never more at once than is understood",
        ],
      },
    },
    {
      name: "More is announced at once than the others understand",
      file: "packages/adapters-nats/src/nats-announcer.ts",
      replace: "WAITING_MAX <= waiting.size",
      by: "WAITING_MAX < waiting.size",
      foundBy: {
        "packages/adapters-nats/src/nats-announcer-line.test.ts": [
          "says what waits before it is closed, and never more at once than is understood",
        ],
      },
    },
  ],
};
