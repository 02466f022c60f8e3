import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant } from "@sevenfold/domain/market";

import type { BrokerConnections } from "../ports/broker.ts";
import type { Account } from "../ports/stores/account.ts";
import type { Settings } from "../ports/stores/settings-store.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { WorkerPing } from "../ports/stores/worker-store.ts";
import { brokerName, type VenueDirectory } from "../ports/venue-registration.ts";
import { isHaltedDay } from "../trading/account/stored-session.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { hasBroker, ONLINE_WITHIN_MS, pingAbout } from "../trading/account/worker-ping.ts";
import { haltOf } from "../trading/safeguards/circuit-breakers.ts";
import { type Priceless, pricelessOf } from "../trading/safeguards/priceless.ts";
import { reductionOf } from "../trading/safeguards/reduce-account.ts";
import type { Refusal } from "../trading/safeguards/refusal.ts";
import { mayAutomate, tradingRightOf } from "../trading/safeguards/trading-rights.ts";

/**
 * What keeps an account from being traded as its user has set it, the most thorough first. Each is
 * said in the same words wherever the account is shown.
 */
export type AccountTrouble =
  | { readonly kind: "paused" | "error" | "needs-authorisation" | "pending" }
  | { readonly kind: "worker-offline" | "broker-disconnected" }
  | { readonly kind: "halted"; readonly refusal: Refusal }
  | { readonly kind: "limit-orders-only"; readonly refusal: Refusal }
  | { readonly kind: "reduced"; readonly refusal: Refusal }
  | { readonly kind: "plan-over"; readonly isTrial: boolean }
  /** What else there is at the broker has no known worth: nothing is bought by the rules. */
  | { readonly kind: "worth-unknown" }
  | { readonly kind: "daily-loss" };

export interface AccountState {
  /** The first of the troubles; "active" where there is none. */
  readonly kind: AccountTrouble["kind"] | "active";
  readonly troubles: readonly AccountTrouble[];
  /** Whoever is behind the account's keys, as it is called. */
  readonly brokerName: string;
}

/** A worker as the account's rows tell of it. */
export interface WorkerHealth {
  readonly ping: WorkerPing | undefined;
  readonly isOnline: boolean;
  /** It reaches the account's broker. */
  readonly hasBroker: boolean;
}

export interface AccountFacts {
  readonly account: Account;
  readonly settings: Pick<Settings, "automationEnabled">;
  readonly user: User;
  readonly worker: WorkerHealth;
  /** Why nothing at all is sent from here. */
  readonly halt: Refusal | undefined;
  /** Why nothing may be decided on the prices of its venue, if so. */
  readonly priceless: Priceless | undefined;
  readonly calendar: TradingCalendar;
  readonly venues: VenueDirectory;
  readonly at: Instant;
}

/** What an account is: the one place that says so, for every view. */
export function accountStateOf(facts: AccountFacts): AccountState {
  const troubles = troublesOf(facts);
  return {
    kind: troubles[0]?.kind ?? "active",
    troubles,
    brokerName: brokerName(facts.venues, facts.account),
  };
}

/** Whether its broker has ever shown it: before that its cash and its holdings are unknown, not zero. */
export const wasSeen = ({
  lastValidatedAt,
  status,
}: Pick<Account, "lastValidatedAt" | "status">): boolean =>
  status === "active" || lastValidatedAt !== undefined;

export function workerHealthOf(
  pings: readonly WorkerPing[],
  accountId: string,
  at: Instant,
): WorkerHealth {
  const ping = pingAbout(pings, at);
  return {
    ping,
    isOnline: ping !== undefined && at - ping.at < ONLINE_WITHIN_MS,
    hasBroker: ping !== undefined && hasBroker(ping, accountId),
  };
}

type StateNeeds = Pick<
  TradingNeeds,
  "calendarOf" | "clock" | "realMarket" | "storage" | "submission"
> &
  NamingNeeds;

/** What brokers are called. */
export interface NamingNeeds {
  readonly brokers: Pick<BrokerConnections, "venues">;
}

/** The same for a stored account; undefined where its user or its settings are gone. */
export const readAccountState =
  ({ brokers, calendarOf, clock, realMarket, storage, submission }: StateNeeds) =>
  async (account: Account): Promise<AccountState | undefined> => {
    const { read } = storage;
    const [settings, user, pings, halt] = await Promise.all([
      read.settings.of(account.id),
      read.users.byId(account.userId),
      read.workers.about(account.id),
      haltOf(read, submission),
    ]);
    if (!settings || !user) return undefined;
    const at = clock.now();
    const worker = workerHealthOf(pings, account.id, at);
    return accountStateOf({
      account,
      settings,
      user,
      worker,
      halt,
      priceless: pricelessOf({ realMarket }, account),
      calendar: calendarOf(account),
      venues: brokers.venues,
      at,
    });
  };

function troublesOf(facts: AccountFacts): readonly AccountTrouble[] {
  const { account, at, calendar, halt, priceless, settings, user, worker } = facts;
  const status = statusTrouble(account);
  const reduction = reductionOf(account, "automated", at) ?? reductionOf(account, "manual", at);
  const isPlanOver = settings.automationEnabled && !mayAutomate(user, at);
  return [
    ...(status ? [status] : []),
    ...(worker.isOnline ? [] : [{ kind: "worker-offline" } as const]),
    ...(worker.isOnline && !worker.hasBroker && !status
      ? [{ kind: "broker-disconnected" } as const]
      : []),
    ...(halt ? [{ kind: "halted", refusal: halt } as const] : []),
    ...(priceless ? [{ kind: "limit-orders-only", refusal: priceless } as const] : []),
    ...(reduction ? [{ kind: "reduced", refusal: reduction } as const] : []),
    ...(0 < (account.foreign?.unpriced ?? 0) ? [{ kind: "worth-unknown" } as const] : []),
    ...(isPlanOver
      ? [{ kind: "plan-over", isTrial: tradingRightOf(user, at) === "trial-ended" } as const]
      : []),
    ...(isHaltedDay(account, calendar, at) ? [{ kind: "daily-loss" } as const] : []),
  ];
}

function statusTrouble({ status, statusReason }: Account): AccountTrouble | undefined {
  if (status === "active") return undefined;
  if (status === "disabled") return { kind: "paused" };
  return { kind: statusReason === "needs-authorisation" ? "needs-authorisation" : status };
}
