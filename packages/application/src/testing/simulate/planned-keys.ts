import { replaceKeys } from "../../brokers/replace-keys.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import {
  keyOnRecord,
  type SimulatedAccount,
  type SimulatedProcess,
  type World,
} from "../world/world.ts";

interface Scene {
  readonly account: SimulatedAccount;
  readonly chance: SeededChance;
  readonly through: SimulatedProcess;
  readonly world: Pick<World, "clock">;
}

/** An owner gives up typing what is not taken, and comes back when all is calm. */
const TYPED_MAX = 8;
const AGAIN_MS_MAX = 20_000;
const LATE_MS_MAX = 60_000;

/**
 * The owner makes new keys at the broker and puts them in place of the old ones here, some time after.
 * The old ones are good until the new ones are made, until they are on record, some time longer, or on.
 */
export async function takeNewKeys({ account, chance, through, world: { clock } }: Scene) {
  const { venue } = account;
  const old = venue.keys.newest;
  const made = venue.keys.make(account.accountId);
  const isAtOnce = chance.happens(0.35);
  const isAsTyped = chance.happens(0.4);
  const [typedMs, longerMs] = [chance.between(0, LATE_MS_MAX), chance.between(0, LATE_MS_MAX)];
  if (isAtOnce) venue.keys.revoke(old);
  await clock.sleep(typedMs);
  for (let typed = 1; venue.keys.newest === made; typed += 1) {
    if (await typeNewest({ account, through })) break;
    if (typed === TYPED_MAX) return;
    await clock.sleep(chance.between(1_000, AGAIN_MS_MAX));
  }
  if (!isAsTyped) await clock.sleep(longerMs);
  if (chance.happens(0.8)) venue.keys.revoke(old);
}

/** Whether they were taken, as far as whoever types them is told. */
export async function typeNewest({
  account: { accountId, userId, venue },
  through: { needs },
}: Pick<Scene, "account" | "through">): Promise<boolean> {
  const apiKey = venue.keys.newest;
  const typed = await replaceKeys({ ...needs, ...AT_THE_DOOR })({
    accountId,
    userId,
    apiKey,
    secretKey: "SECRET",
  }).catch(() => undefined);
  return typed?.ok === true;
}

/** What those keep who let accounts in; keys stand in these rows as they are. */
const AT_THE_DOOR = {
  authorisations: {
    begin: () => Promise.reject(new Error("nobody has to be let in")),
    complete: () => Promise.reject(new Error("nobody has to be let in")),
    revoke: () => Promise.resolve(),
  },
  paperVenue: {
    hasIssued: () => Promise.resolve(true),
    openAccount: () => Promise.reject(new Error("nobody asks for an account")),
  },
  vault: {
    seal: (plain: string) => Promise.resolve(plain),
    open: (sealed: string) => Promise.resolve(sealed),
  },
} as const satisfies Partial<Parameters<typeof replaceKeys>[0]>;

/** Whether the keys on record are others than those the owner made last. */
export async function areBehind(
  { accountId, venue }: SimulatedAccount,
  { storage: { read } }: Pick<World, "storage">,
): Promise<boolean> {
  return keyOnRecord(await read.accounts.credentialsOf(accountId)) !== venue.keys.newest;
}
