import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import { BrokerUnavailable, type OpenKeys } from "../ports/broker.ts";
import type { BrokerAccess } from "../ports/broker-access.ts";
import { contextOf } from "../ports/secret-vault.ts";
import type { Account, Credentials } from "../ports/stores/account.ts";
import type { Tables } from "../ports/stores/storage.ts";
import { brokerName } from "../ports/venue-registration.ts";
import type { Ports } from "../ports.ts";
import { failed } from "../trading/account/account-failure.ts";
import { openedKeys, sealedAccess } from "../trading/account/account-keys.ts";
import { auditText } from "../trading/account/audit-text.ts";
import {
  type BrokerNotFound,
  type BrokerOfUser,
  fromAddress,
  lockOwned,
  ownedAccount,
} from "../trading/account/owned-account.ts";
import { activated } from "../trading/account/take-over-account.ts";
import {
  type LiveObstacle,
  type LivePolicy,
  readLiveObstacle,
} from "../trading/safeguards/live-trading.ts";
import { type KeysRefused, keysRefused } from "./examine-broker.ts";
import { validateAccount } from "./validate-account.ts";

export interface AuthorisationNeeds
  extends Pick<
    Ports,
    | "announcer"
    | "authorisations"
    | "brokers"
    | "clock"
    | "identifiers"
    | "log"
    | "storage"
    | "vault"
  > {
  readonly live?: LivePolicy;
}

/** A user in one browser: what is begun in it is ended in no other. */
export interface AuthorisingUser extends BrokerOfUser {
  readonly sidHash: string;
}

export type AuthoriseRefusal =
  | BrokerNotFound
  | KeysRefused
  | { readonly kind: "live-not-allowed"; readonly obstacle: LiveObstacle }
  | { readonly kind: "broker-unavailable"; readonly message: string }
  /** Its keys are all it takes there. */
  | { readonly kind: "no-authorisation-needed"; readonly brokerName: string };

export type VerifyRefusal =
  | AuthoriseRefusal
  /** None is under way in this browser, or its five minutes are over. */
  | { readonly kind: "authorisation-over" }
  /** The broker does not take the code. */
  | { readonly kind: "code-refused"; readonly message: string };

/** The user types a code in within minutes, or begins again. */
export const AUTHORISATION_MS = 5 * MINUTE_MS;

export interface AuthorisationPage {
  readonly authorizeUrl: string;
  readonly expiresAt: Instant;
}

/** Asks the broker for a page on which the user lets us in; the code it ends with is for `verifyBroker`. */
export const authoriseBroker =
  (needs: AuthorisationNeeds) =>
  async (wanted: AuthorisingUser): Promise<Result<AuthorisationPage, AuthoriseRefusal>> => {
    const { authorisations, clock, storage, vault } = needs;
    const { accountId, sidHash, userId } = wanted;
    const found = await authorisable(needs, wanted);
    if (!found.ok) return found;
    const { account, keys } = found.value;
    try {
      const { authorizeUrl, requestSecret, requestToken } = await authorisations.begin(keys);
      const expiresAt = instant(clock.now() + AUTHORISATION_MS);
      const sealedRequestSecret = await vault.seal(requestSecret, placeOfRequest(wanted));
      await storage.transact(async (tables) => {
        if (!(await lockOwned(tables, wanted))) return;
        await tables.authorisations.put({
          ...{ accountId, expiresAt, requestToken, sealedRequestSecret, sidHash, userId },
        });
        await note(tables, account, { ...wanted, at: clock.now(), what: "authorisation begun" });
      });
      return ok({ authorizeUrl, expiresAt });
    } catch (error) {
      return refusedBy(needs, error, account);
    }
  };

/**
 * Ends what `authoriseBroker` began, with the code the user was shown: the access is kept sealed, and
 * the account is asked for at once. The half of it we hold is used up by the attempt.
 */
export const verifyBroker =
  (needs: AuthorisationNeeds) =>
  async (
    wanted: AuthorisingUser & { readonly verifier: string },
  ): Promise<Result<Account, VerifyRefusal>> => {
    const { announcer, authorisations, brokers, storage, vault } = needs;
    const found = await authorisable(needs, wanted);
    if (!found.ok) return found;
    const { account, keys, sealed } = found.value;
    const pending = await takePending(needs, wanted);
    if (!pending) return refused({ kind: "authorisation-over" });
    const { requestToken, sealedRequestSecret } = pending;
    let access: BrokerAccess;
    try {
      const requestSecret = await vault.open(sealedRequestSecret, placeOfRequest(wanted));
      const { verifier } = wanted;
      access = await authorisations.complete(keys, { requestSecret, requestToken, verifier });
    } catch (error) {
      if (error instanceof BrokerUnavailable && error.reason === "needs-authorisation")
        return refused({ kind: "code-refused", message: error.message });
      return refusedBy(needs, error, account);
    }
    const credentials = { ...sealed, ...(await sealedAccess(vault, account, access)) };
    const letIn = await storage.transact(async (tables) =>
      // The access is of the keys it was asked under: those put in meanwhile stay as they are.
      (await areStored(tables, sealed, wanted))
        ? keepAccess(needs, tables, wanted, credentials)
        : "other-keys",
    );
    if (letIn === "other-keys") return refused({ kind: "authorisation-over" });
    if (!letIn) return refused({ kind: "broker-not-found" });
    brokers.release(letIn.id);
    announcer.announce({ accountId: letIn.id, userId: wanted.userId, topic: "accounts-changed" });
    if (letIn.status !== "pending") return ok(letIn);
    return ok((await validateAccount(needs)(letIn.id, "asked")) ?? letIn);
  };

interface Authorisable {
  readonly account: Account;
  readonly keys: OpenKeys;
  readonly sealed: Credentials;
}

async function authorisable(
  needs: AuthorisationNeeds,
  wanted: BrokerOfUser,
): Promise<Result<Authorisable, AuthoriseRefusal>> {
  const { storage, vault } = needs;
  const account = await ownedAccount(storage.read, wanted);
  if (!account) return refused({ kind: "broker-not-found" });
  const { id, provider, venue } = account;
  const { venues } = needs.brokers;
  if (venues.of(provider)?.letsIn !== "by-user")
    return refused({ kind: "no-authorisation-needed", brokerName: brokerName(venues, account) });
  const obstacle = await readLiveObstacle(needs, account);
  if (obstacle) return refused({ kind: "live-not-allowed", obstacle });
  const sealed = await storage.read.accounts.credentialsOf(id);
  const opened = sealed && (await openedKeys(vault, account, sealed).catch(() => undefined));
  if (!sealed || !opened)
    return refused({ kind: "broker-unavailable", message: "The stored keys cannot be opened." });
  return ok({ account, sealed, keys: { provider, venue, ...opened } });
}

/** Takes the pending one away where it is this browser's and its time is not over. */
function takePending({ clock, storage }: AuthorisationNeeds, wanted: AuthorisingUser) {
  return storage.transact(async (tables) => {
    if (!(await lockOwned(tables, wanted))) return undefined;
    const pending = await tables.authorisations.of(wanted.accountId);
    if (pending?.sidHash !== wanted.sidHash || pending.userId !== wanted.userId) return undefined;
    await tables.authorisations.remove(wanted.accountId);
    return clock.now() < pending.expiresAt ? pending : undefined;
  });
}

/** Whether the keys are still these; also where the account is gone, and with it all keys. */
async function areStored(
  tables: Tables,
  { sealedApiKey, sealedSecretKey }: Credentials,
  wanted: BrokerOfUser,
): Promise<boolean> {
  if (!(await lockOwned(tables, wanted))) return true;
  const stored = await tables.accounts.credentialsOf(wanted.accountId);
  return stored?.sealedApiKey === sealedApiKey && stored.sealedSecretKey === sealedSecretKey;
}

async function keepAccess(
  { clock }: AuthorisationNeeds,
  tables: Tables,
  wanted: BrokerOfUser,
  credentials: Credentials,
): Promise<Account | undefined> {
  const account = await lockOwned(tables, wanted);
  if (!account) return undefined;
  const at = clock.now();
  await tables.accounts.putCredentials(credentials);
  await note(tables, account, { ...wanted, at, what: "authorised" });
  const { accessExpiresAt } = credentials;
  return tables.accounts.change(account.id, (row) => {
    const after = letInAnew(row, at);
    return accessExpiresAt === undefined ? after : { ...after, authorisedUntil: accessExpiresAt };
  });
}

/** One that trades goes on, under the new word: what is told of the one before says nothing of it. */
function letInAnew(account: Account, at: Instant): Account {
  if (account.status === "active") return activated(account, at);
  return account.statusReason === "paused" ? account : failed(account, "broker-unavailable", at);
}

const note = (
  tables: Tables,
  account: Account,
  { what, at, ...owner }: BrokerOfUser & { readonly what: string; readonly at: Instant },
) =>
  tables.audit.add({
    at,
    userId: owner.userId,
    action: "broker-changed",
    ...fromAddress(owner),
    text: `${auditText(account)}: ${what}`,
  });

function refusedBy(
  { brokers }: Pick<AuthorisationNeeds, "brokers">,
  error: unknown,
  account: Account,
): Result<never, AuthoriseRefusal> {
  if (!(error instanceof BrokerUnavailable)) throw error;
  const { message, reason } = error;
  return reason === "credentials"
    ? refused(keysRefused(brokers, account, message))
    : refused({ kind: "broker-unavailable", message });
}

const placeOfRequest = ({ accountId, userId }: BrokerOfUser): string =>
  contextOf({ table: "broker_authorisations", rowId: accountId, userId, field: "requestSecret" });
