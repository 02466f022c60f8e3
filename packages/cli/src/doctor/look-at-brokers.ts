import { type Broker, BrokerUnavailable } from "@sevenfold/application/ports/broker";
import type { Clock } from "@sevenfold/application/ports/clock";
import { oneLine } from "@sevenfold/application/ports/one-line";
import type { Account } from "@sevenfold/application/ports/stores/account";
import { aheadOfBroker, SKEW_MS_MAX } from "@sevenfold/application/trading/account/venue-time";
import { atOnce } from "@sevenfold/application/trading/prices/at-once";
import { type Finding, failed, ok, reasonOf, skipped, warning } from "./finding.ts";

type Found = Omit<Finding, "check">;

/** More are not asked: each is a call to a broker. */
export const ACCOUNTS_MAX = 50;
const ASKED_AT_ONCE_MAX = 4;
const LABEL_MAX = 40;

/** What a look needs of the accounts. */
export interface BrokerLook {
  /** Up to one more than are asked. */
  readonly accounts: readonly Account[];
  connect(account: Account): Promise<Broker>;
  readonly clock: Clock;
}

/** What the brokers said: of each account, and of this machine's clock. */
export interface BrokersFound {
  readonly accounts: readonly Found[];
  readonly clock: Found;
}

export async function askBrokers({ accounts, clock, connect }: BrokerLook): Promise<BrokersFound> {
  const asked = accounts.slice(0, ACCOUNTS_MAX);
  const found = new Map<Account, Found>();
  let aheadMs: number | undefined;
  await atOnce(asked, ASKED_AT_ONCE_MAX, async (account) => {
    try {
      const broker = await connect(account);
      found.set(account, standingOf(account, await broker.account()));
      aheadMs ??= await aheadOfBroker(broker, clock);
    } catch (error) {
      found.set(account, failed(`${nameOf(account)}: ${reasonOf(error)}`, todoOf(error)));
    }
  });
  const more =
    asked.length < accounts.length
      ? [skipped(`only the first ${ACCOUNTS_MAX} accounts were asked`)]
      : [];
  return {
    accounts: [...asked.flatMap((account) => found.get(account) ?? []), ...more],
    clock: clockFinding(aheadMs),
  };
}

export const nameOf = ({ label, provider, venue }: Account): string =>
  `${provider} ${venue} “${oneLine(label, LABEL_MAX)}”`;

function standingOf(
  account: Account,
  { canTrade, restriction }: Awaited<ReturnType<Broker["account"]>>,
): Found {
  const name = nameOf(account);
  if (!canTrade)
    return warning(
      `${name}: its keys are good, and it may not trade${restriction === undefined ? "" : `: ${restriction}`}`,
      "ask the broker",
    );
  if (account.status === "active") return ok(`${name}: its keys are good`);
  return warning(`${name}: its keys are good, and it is ${account.status}`, "see Broker Accounts");
}

function todoOf(error: unknown): string {
  const reason = error instanceof BrokerUnavailable ? error.reason : "network";
  switch (reason) {
    case "credentials":
    case "account-not-chosen":
      return "put new keys in, under Broker Accounts";
    case "needs-authorisation":
      return "authorise it again, under Broker Accounts";
    case "keys-unreadable":
      return "bring the credentials key back, or put the broker's keys in anew";
    case "not-allowed":
      return "see ALLOW_LIVE and BROKER_MODULES in docs/operations.md";
    default:
      return "try again; if it stays, look at the broker's status page and this machine's network";
  }
}

function clockFinding(aheadMs: number | undefined): Found {
  if (aheadMs === undefined) return skipped("no broker told its own: nothing to compare it with");
  if (Math.abs(aheadMs) <= SKEW_MS_MAX) return ok("within two seconds of a broker's");
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return failed(
    `${seconds} s ${0 < aheadMs ? "ahead of" : "behind"} a broker's: nothing is bought by the agent`,
    "set this machine's clock by a time server",
  );
}
