import { MINUTE_MS } from "@sevenfold/domain/market";
import { type Credentials, REDUCTION_REASONS } from "../../../ports/stores/account.ts";
import { AUDIT_TEXT_MAX } from "../../../ports/stores/audit-store.ts";
import { SAID_MAX } from "../../../ports/stores/decision-store.ts";
import type { WrittenRow } from "../told-storage.ts";
import type { AccountHistory } from "./account-history.ts";
import type { Invariant } from "./invariant.ts";

const CALLS_PER_MINUTE_MAX = 200;
const REST_MS = 90_000;
const FORGOTTEN_MAX = 1_024;
const HOUR_MS = 60 * MINUTE_MS;
const REFUSED_KEYS_MAX = 3;

export const processInvariants = {
  I13: {
    holds: "always",
    says: "A broker is called 200 times a minute at most, not for 90 seconds once it was too often, and with refused keys three times an hour.",
    begin() {
      const calls: number[] = [];
      let [first, restsUntil] = [0, 0];
      let refused: number[] = [];
      return {
        looks: {
          called({ answer, at }) {
            calls.push(at);
            while (calls[first]! <= at - MINUTE_MS) first += 1;
            if (FORGOTTEN_MAX < first) first -= calls.splice(0, first).length;
            const count = calls.length - first;
            const rested = restsUntil <= at;
            if (answer === "too-many") restsUntil = at + REST_MS;
            if (answer === "keys-refused")
              refused = [...refused.filter((one) => at - one < HOUR_MS), at];
            if (CALLS_PER_MINUTE_MAX < count)
              return `the broker was called ${count} times a minute`;
            if (!rested) return "the broker was called before its rest was over";
            return REFUSED_KEYS_MAX < refused.length
              ? `refused keys were tried ${refused.length} times an hour`
              : undefined;
          },
        },
      };
    },
  },
  I14: {
    holds: "always",
    says: "Everything that is kept has a most, and never more than that.",
    begin: () => ({
      looks: {
        kept: ({ kept: { count, most, what } }) =>
          most < count ? `${count} ${what} are kept, ${most} at most` : undefined,
        committed({ written }, { of }) {
          for (const one of written) {
            if (one.of !== of.accountId && one.of !== of.userId) continue;
            const words = tooLong(one);
            if (words) return words;
          }
          return undefined;
        },
      },
    }),
  },
  I15: {
    holds: "always",
    says: "An automated order is written down by the worker with the newest epoch, which asks in the same transaction.",
    begin: () => ({
      looks: {
        committed({ written }, { changes, of, rows }) {
          const sent = changes.find(
            ({ isSubmission, order }) => isSubmission && order.origin === "automated",
          );
          if (sent === undefined || sent.before !== undefined) return undefined;
          const fenced = written.find(
            ({ of: owner, table }) => table === "fenced" && owner === of.accountId,
          );
          if (fenced?.table !== "fenced")
            return `${sent.order.clientKey} was written without a lease`;
          const newest = rows.lease?.epoch ?? fenced.row.epoch;
          return fenced.row.epoch < newest
            ? `${sent.order.clientKey} was written under epoch ${fenced.row.epoch} of ${newest}`
            : undefined;
        },
      },
    }),
  },
  I16: {
    holds: "always",
    says: "A transaction that changes one account's fills or holdings changes no other account's; it writes orders of several only under the lease of each.",
    begin: () => ({
      looks: {
        committed({ written }, { of }) {
          if (!written.some(({ table }) => OF_ACCOUNTS.has(table))) return undefined;
          const owners = new Set(
            written.filter(({ table }) => OF_ACCOUNTS.has(table)).map((row) => row.of),
          );
          return 1 < owners.size && owners.has(of.accountId) && !areFencedOrders(written, owners)
            ? `one transaction changed the books of ${[...owners].join(" and ")}`
            : undefined;
        },
      },
    }),
  },
  I20: {
    holds: "always",
    says: "Every order of ours has exactly one line in the audit that says it was placed, or denied.",
    begin() {
      const lines = new Map<string, Set<string>>();
      return {
        looks: {
          committed({ written }, { of }) {
            for (const one of written) {
              if (one.table !== "audit" || one.of !== of.userId) continue;
              const { action, text } = one.row;
              if (action !== "order-placed" && action !== "order-denied") continue;
              const [key] = (text ?? "").split(" ", 1) as [string];
              const said = lines.get(key) ?? new Set<string>();
              if (said.has(action)) return `${key} has two lines "${action}"`;
              lines.set(key, said.add(action));
            }
            return undefined;
          },
          "at-rest": (_, history) => unsaid(history, lines),
        },
      };
    },
  },
  I21: {
    holds: "always",
    says: "The same plan on the same code runs the same.",
    begin() {
      let first: string | undefined;
      return {
        looks: {
          ran({ hash }) {
            first ??= hash;
            return first === hash ? undefined : `the same plan ran as ${first} and as ${hash}`;
          },
        },
      };
    },
  },
  I29: {
    holds: "always",
    says: "No account is stopped for refused keys while its broker lets in with those on record.",
    begin() {
      let onRecord: Credentials | undefined;
      return {
        looks: {
          committed({ written }, { accountBefore, of }) {
            let isStopped = false;
            for (const one of written) {
              if (one.of !== of.accountId) continue;
              if (one.table === "credentials") onRecord = one.row;
              if (one.table === "accounts") isStopped = one.row.statusReason === "keys-refused";
            }
            return isStopped && accountBefore?.status === "active" && of.letsIn?.(onRecord)
              ? "the account was stopped for keys that are on record no more"
              : undefined;
          },
        },
      };
    },
  },
} as const satisfies Record<string, Invariant>;

/** What a worker writes together: orders, each of an account whose lease was asked for. */
function areFencedOrders(written: readonly WrittenRow[], owners: ReadonlySet<string>): boolean {
  const fenced = new Set(written.filter(({ table }) => table === "fenced").map((row) => row.of));
  return (
    written.every(({ table }) => table === "orders" || !OF_ACCOUNTS.has(table)) &&
    [...owners].every((owner) => fenced.has(owner))
  );
}

const OF_ACCOUNTS: ReadonlySet<string> = new Set(["orders", "fills", "positions", "capital"]);

function tooLong({ row, table }: WrittenRow): string | undefined {
  if (table === "decisions" && SAID_MAX < (row.said?.length ?? 0))
    return `a decision says ${row.said!.length} characters`;
  if (table === "audit" && AUDIT_TEXT_MAX < (row.text?.length ?? 0))
    return `a line of the audit has ${row.text!.length} characters`;
  if (table === "accounts" && REDUCTION_REASONS.length < (row.reductions?.length ?? 0))
    return `the account has ${row.reductions!.length} reductions`;
  return undefined;
}

function unsaid(
  { orders }: AccountHistory,
  lines: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  for (const { clientKey, origin, status } of orders.values()) {
    if (origin === "external") continue;
    const said = lines.get(clientKey);
    const isSaid = status === "denied" ? said !== undefined : said?.has("order-placed");
    if (!isSaid) return `${clientKey} is ${status}, and the audit does not say so`;
  }
  return undefined;
}
