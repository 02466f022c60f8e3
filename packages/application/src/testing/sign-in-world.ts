import type { ConnectNeeds } from "../brokers/connect-broker.ts";
import { fairPlaces } from "../people/fair-places.ts";
import { type Registration, register } from "../people/register.ts";
import type { SignInAttempt } from "../people/sign-in.ts";
import type { EnteringNeeds } from "../people/sign-in-needs.ts";
import { THROTTLE_RULES } from "../people/throttling.ts";
import type { Storage } from "../ports/stores/storage.ts";
import type { User } from "../ports/stores/user-store.ts";
import { type BrokerWorld, openBrokerWorld } from "./broker-world.ts";
import { plainCodes } from "./plain-codes.ts";
import { plainHasher } from "./plain-hasher.ts";

export const PASSWORD = "correct horse battery";
export const HOME = { address: "203.0.113.7", network: "203.0.113.7" };

/** People who sign up and in, over brokers that do as told. */
export interface SignInWorld extends Omit<BrokerWorld, "needs"> {
  readonly needs: EnteringNeeds & ConnectNeeds;
  readonly hasher: ReturnType<typeof plainHasher>;
}

export async function openSignInWorld(storage?: Storage): Promise<SignInWorld> {
  const world = await openBrokerWorld(storage);
  const hasher = plainHasher();
  const needs = {
    ...world.needs,
    commonPasswords: { has: (word: string) => word === "password" },
    hasher,
    oneTimeCodes: plainCodes(),
    throttleRules: THROTTLE_RULES,
    places: fairPlaces(),
  };
  return { ...world, needs, hasher };
}

export const registration = (changes: Partial<Registration> = {}): Registration => ({
  username: "Alice",
  email: "alice@example.com",
  password: PASSWORD,
  broker: { provider: "alpaca", apiKey: "AK-0123456789", secretKey: "the secret" },
  origin: HOME,
  isCounted: true,
  ...changes,
});

export const attempt = (changes: Partial<SignInAttempt> = {}): SignInAttempt => ({
  username: "Alice",
  email: "alice@example.com",
  password: PASSWORD,
  origin: HOME,
  ...changes,
});

/** Alice, signed up with a broker account. */
export async function alice({ needs }: SignInWorld): Promise<User> {
  const registered = await register(needs)(registration());
  if (!registered.ok) throw new Error(`no Alice: ${registered.refusal.kind}`);
  return registered.value;
}

/** From another address each time. */
export const elsewhere = (count: number) => ({
  address: `198.51.100.${count}`,
  network: `198.51.100.${count}`,
});
