import { hasInvisible, mixesAlphabets } from "@sevenfold/domain/person-name";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import {
  attachRefusalOf,
  type ConnectRefusal,
  connectExamined,
} from "../brokers/connect-broker.ts";
import { type ExaminedKeys, examineBroker, type GivenKeys } from "../brokers/examine-broker.ts";
import type { Account, Credentials } from "../ports/stores/account.ts";
import type { Tables } from "../ports/stores/storage.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";
import { sealedKeys } from "../trading/account/account-keys.ts";
import { newPasswordRefusal } from "./check-new-password.ts";
import type { RequestOrigin } from "./request-origin.ts";
import { isInForce } from "./second-factor.ts";
import type { EnteringNeeds } from "./sign-in-needs.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";
import { countTry } from "./throttling.ts";
import { addUserRows, trialEndOf } from "./user-rows.ts";

export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly broker: GivenKeys & { readonly accountLabel?: string | undefined };
  readonly origin: RequestOrigin;
  /** On one's own machine nobody is kept from signing up. */
  readonly isCounted: boolean;
  /** The same key asks for the same account, however often it is sent. */
  readonly idempotencyKey?: string | undefined;
}

export type RegisterRefusal = SignInRefusal | ConnectRefusal;
export type Register = (wanted: Registration) => Promise<Result<User, RegisterRefusal>>;

type Needs = EnteringNeeds & Pick<Ports, "authorisations" | "brokers" | "paperVenue">;

/** For this long the answer to a repeated request is the account the first one made. */
const REPEATABLE_MS = 3_600_000;

/**
 * Makes a user with a trial, a portfolio, a watchlist and the first broker account: all of it in one
 * transaction, after the broker was asked. Keys the broker refuses leave nothing behind; a broker
 * that does not answer leaves the account pending.
 */
export const register =
  (needs: Needs): Register =>
  async (wanted) => {
    const { announcer, identifiers, storage, vault } = needs;
    const before = await registeredBefore(needs, wanted);
    if (before) return ok(before);
    const unfit = nameRefusal(wanted) ?? newPasswordRefusal(needs, wanted.password, wanted);
    if (unfit) return refused(unfit);
    const tooMany = await countRegistration(needs, wanted);
    if (tooMany) return refused(tooMany);

    const examined = await examineBroker(needs)(wanted.broker);
    if (!examined.ok) return examined;
    const user = await newUser(needs, wanted);
    const accountId = identifiers.uuid();
    const owner = { id: accountId, userId: user.id };
    const credentials = await sealedKeys(vault, owner, wanted.broker);
    const written = await storage.transact((tables) =>
      write(needs, tables, { wanted, user, accountId, examined: examined.value, credentials }),
    );
    if (written.ok) {
      announcer.announce({ accountId, userId: user.id, topic: "accounts-changed" });
      return ok(user);
    }
    // Of the same request sent twice at once, one comes second.
    const first = await registeredBefore(needs, wanted);
    return first ? ok(first) : written;
  };

function nameRefusal(wanted: Registration): SignInRefusal | undefined {
  for (const field of ["username", "email"] as const) {
    if (hasInvisible(wanted[field]))
      return { kind: "name-unfit", field, fault: "invisible-characters" };
    if (mixesAlphabets(wanted[field]))
      return { kind: "name-unfit", field, fault: "mixed-alphabets" };
  }
  return undefined;
}

async function countRegistration(
  { clock, identifiers, storage, throttleRules }: Needs,
  { isCounted, origin: { network } }: Registration,
) {
  if (!isCounted) return undefined;
  const key = `register ${identifiers.clientKeyOf(`register|${network}`)}`;
  const rule = throttleRules.registerPerNetwork;
  return countTry(storage, key, { rule, at: clock.now() });
}

async function newUser(
  { clock, hasher, identifiers, places }: Needs,
  { email, origin: { network }, password, username }: Registration,
): Promise<User> {
  const passwordHash = await places.take(network, () => hasher.hash(password));
  const createdAt = clock.now();
  return {
    id: identifiers.uuid(),
    username,
    email,
    passwordHash,
    isDemo: false,
    subscriptionStatus: "trial",
    trialEndsAt: trialEndOf(createdAt),
    createdAt,
  };
}

interface Writing {
  readonly wanted: Registration;
  readonly user: User;
  readonly accountId: string;
  readonly examined: ExaminedKeys;
  readonly credentials: Credentials;
}

/** What is refused leaves nothing behind. */
async function write(
  needs: Needs,
  tables: Tables,
  { accountId, credentials, examined, user, wanted }: Writing,
): Promise<Result<Account, RegisterRefusal>> {
  const added = await addUserRows(tables, user, needs.identifiers.uuid());
  if (!added.ok) return refused({ kind: "name-taken" });
  const refusal = await attachRefusalOf(tables, user.id, examined);
  if (refusal) {
    await tables.users.remove(user.id);
    return refused(refusal);
  }
  const { address } = wanted.origin;
  const { createdAt: at, id: userId } = user;
  const text = user.username;
  await tables.audit.add({ at, userId, action: "register", address, text });
  if (wanted.idempotencyKey !== undefined) {
    const fingerprint = fingerprintOf(needs, wanted);
    await tables.requests.begin({ userId, key: wanted.idempotencyKey, fingerprint, at });
    await tables.requests.finish(userId, wanted.idempotencyKey, userId);
  }
  const broker = { ...wanted.broker, address };
  const names = { id: accountId, user, wanted: broker, examined, credentials };
  return ok((await connectExamined(needs, tables, names)).account);
}

/**
 * The user whom an earlier request with the same key made. Its password is asked like at any sign-in,
 * and only a user without a second factor is answered: that one has to sign in.
 */
async function registeredBefore(needs: Needs, wanted: Registration): Promise<User | undefined> {
  const { clock, hasher, places, storage } = needs;
  const { idempotencyKey: key } = wanted;
  if (key === undefined) return undefined;
  const at = clock.now();
  const known = await storage.read.users.bySignIn(wanted);
  if (!known || REPEATABLE_MS < at - known.createdAt) return undefined;
  if (isInForce(await storage.read.totp.of(known.id))) return undefined;
  const fingerprint = fingerprintOf(needs, wanted);
  const begun = await storage.transact(async ({ requests }) => {
    const { kind } = await requests.begin({ userId: known.id, key, fingerprint, at });
    if (kind === "new") await requests.abandon(known.id, key);
    return kind;
  });
  if (begun !== "same") return undefined;
  const { isRight } = await places.take(wanted.origin.network, () =>
    hasher.verify(known.passwordHash, wanted.password),
  );
  return isRight ? known : undefined;
}

/** Without the passwords: a quick digest of one is as good as the password. */
const fingerprintOf = ({ identifiers }: Needs, { broker, email, username }: Registration): string =>
  identifiers.clientKeyOf(
    JSON.stringify(["register", username, email, broker.provider, broker.apiKey]),
  );
