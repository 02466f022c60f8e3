import type { Instant } from "@sevenfold/domain/market";
import { ACCOUNT_VALUE_MAX } from "@sevenfold/domain/money";
import { type Broker, BrokerUnavailable } from "../ports/broker.ts";
import type { Account, StatusReason } from "../ports/stores/account.ts";
import type { Tables } from "../ports/stores/storage.ts";
import type { Ports } from "../ports.ts";
import { failed, reasonOf } from "../trading/account/account-failure.ts";
import { type BrokerSnapshot, readSnapshot } from "../trading/account/broker-snapshot.ts";
import { activated, takeOver } from "../trading/account/take-over-account.ts";

export type ValidationNeeds = Pick<
  Ports,
  "announcer" | "brokers" | "clock" | "identifiers" | "log" | "storage"
>;

/** What a look at the broker came to. */
type Sight =
  | { readonly kind: "shown"; readonly snapshot: BrokerSnapshot }
  | { readonly kind: "let-in" }
  | { readonly kind: "failed"; readonly reason: StatusReason };

/**
 * Why it is validated now: its time has come, or its user asks. Asked after a reset, what the broker
 * shows counts from now on.
 */
export type Occasion = "due" | "asked" | "asked-after-reset";

/** As many as are tried at one time. */
const DUE_MAX = 20;

/** Tries the keys of every account whose time has come. */
export const validateDueAccounts = (needs: ValidationNeeds) => async (): Promise<void> => {
  const due = await needs.storage.read.accounts.dueForValidation(needs.clock.now(), DUE_MAX);
  await Promise.all(due.map(({ id }) => validateAccount(needs)(id, "due")));
};

/**
 * Asks the broker to let an account in that is not active, and makes it active when it does, taken
 * over where it never was. The attempt is on record before it is made, so that no crash lets keys be
 * tried too often. Answers the account as it stands then; undefined when there was nothing to try.
 */
export const validateAccount =
  (needs: ValidationNeeds) =>
  async (accountId: string, occasion: Occasion): Promise<Account | undefined> => {
    const { announcer, brokers, log } = needs;
    const claimed = await claim(needs, accountId, occasion);
    if (!claimed) return undefined;
    brokers.release(accountId);
    const isTakeOver = claimed.lastValidatedAt === undefined || occasion === "asked-after-reset";
    const sight = await look(needs, claimed, isTakeOver);
    const validated = await recordSight(needs, claimed, sight);
    if (validated?.status !== "active") {
      brokers.release(accountId);
      log.warn("account-not-validated", { accountId, reason: validated?.statusReason });
    }
    if (validated)
      announcer.announce({ accountId, userId: validated.userId, topic: "accounts-changed" });
    return validated;
  };

/** The account with the attempt counted as failed; undefined when there is nothing to try. */
function claim({ clock, storage }: ValidationNeeds, accountId: string, occasion: Occasion) {
  const at = clock.now();
  return storage.transact(async (tables): Promise<Account | undefined> => {
    const account = await tables.accounts.lock(accountId);
    if (!account || !mayBeTried(account, occasion, at)) return undefined;
    const { statusReason = "broker-unavailable" } = account;
    // Resumed: from here on it is only the broker that it waits for.
    const reason = statusReason === "paused" ? "broker-unavailable" : statusReason;
    return tables.accounts.change(accountId, (row) => failed(row, reason, at));
  });
}

function mayBeTried(account: Account, occasion: Occasion, at: Instant): boolean {
  const { removedAt, status, statusReason, validateAt } = account;
  if (removedAt !== undefined || status === "active") return false;
  if (statusReason === "needs-authorisation") return false;
  return occasion !== "due" || (validateAt !== undefined && validateAt <= at);
}

async function look(
  { brokers, clock, log }: ValidationNeeds,
  account: Account,
  isTakeOver: boolean,
): Promise<Sight> {
  try {
    const broker = await brokers.connect(account.id);
    return isTakeOver ? await lookAnew(broker, clock.now()) : await lookAgain(broker, account);
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    log.warn("broker-not-seen", { accountId: account.id, reason: error.reason });
    return { kind: "failed", reason: reasonOf(error) };
  }
}

async function lookAnew(broker: Broker, at: Instant): Promise<Sight> {
  const snapshot = await readSnapshot(broker, at);
  if (!snapshot.account.canTrade) return { kind: "failed", reason: "account-suspended" };
  return ACCOUNT_VALUE_MAX < snapshot.account.equity
    ? { kind: "failed", reason: "account-too-large" }
    : { kind: "shown", snapshot };
}

async function lookAgain(broker: Broker, { venueAccountNumber }: Account): Promise<Sight> {
  const { accountNumber, canTrade } = await broker.account();
  const isAnother = venueAccountNumber !== undefined && venueAccountNumber !== accountNumber;
  if (!isAnother && !canTrade) return { kind: "failed", reason: "account-suspended" };
  return isAnother ? { kind: "failed", reason: "venue-reset" } : { kind: "let-in" };
}

/** Writes the outcome, unless the account has changed in somebody else's hands meanwhile. */
function recordSight(
  { clock, identifiers, storage }: ValidationNeeds,
  claimed: Account,
  sight: Sight,
) {
  return storage.transact(async (tables): Promise<Account | undefined> => {
    const account = await tables.accounts.lock(claimed.id);
    if (!account || !isSameAttempt(account, claimed)) return account;
    if (sight.kind === "shown") {
      if (await isConnectedElsewhere(tables, account, sight.snapshot))
        return tables.accounts.change(account.id, (row) =>
          failed(row, "connected-twice", clock.now()),
        );
      return takeOver(tables, identifiers, account, sight.snapshot);
    }
    return tables.accounts.change(account.id, (row) => {
      if (sight.kind === "let-in") return activated(row, clock.now());
      // Counted already, where it failed for the same reason as before.
      return row.statusReason === sight.reason ? row : failed(row, sight.reason, clock.now());
    });
  });
}

const isSameAttempt = (account: Account, claimed: Account): boolean =>
  account.removedAt === undefined &&
  account.status === claimed.status &&
  account.failedValidations === claimed.failedValidations &&
  account.validateAt === claimed.validateAt;

/** One that was never taken over holds nobody up: of two such the first to be shown has it. */
async function isConnectedElsewhere(
  { accounts }: Pick<Tables, "accounts">,
  { id, provider, venue }: Account,
  { account: { accountNumber } }: BrokerSnapshot,
): Promise<boolean> {
  const known = await accounts.lockAtVenue({ provider, venue, accountNumber });
  return known.some((other) => other.id !== id && other.lastValidatedAt !== undefined);
}
