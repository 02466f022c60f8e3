import type { Account } from "./stores/account.ts";

/**
 * A broker that this product trades at, said once: in the folder of its adapter. Everything else knows
 * it by this, and nothing by its name. Accounts are stored under its id: it never changes.
 */
export interface VenueRegistration {
  /** Small letters, digits and dashes, at most 32. */
  readonly id: string;
  /** As it calls itself. */
  readonly name: string;
  /** What a user chooses it by: two words, and a sentence. */
  readonly badge: string;
  readonly says: string;
  /** Orders there may cost real money. */
  readonly isRealMoney: boolean;
  /** What it calls the two halves of its keys. */
  readonly keys: { readonly apiKey: string; readonly secretKey: string };
  /** What to look at when it refuses them, in a sentence. */
  readonly checkKeys: string;
  /** Whether keys are all it takes, or its user has to let us in at its own site now and then. */
  readonly letsIn: "by-keys" | "by-user";
  /** Where keys lead that the built-in exchange did not issue. Never to real money by keys alone. */
  readonly leadsTo: Exclude<Account["venue"], "built-in">;
  /** Which secret of an account on the built-in exchange signs in its protocol; absent: not spoken there. */
  readonly builtIn?: "secret-key" | "signing-secret";
}

/** Every venue there is. */
export interface VenueDirectory {
  /** In the order in which they are offered. */
  readonly all: readonly VenueRegistration[];
  of(id: string): VenueRegistration | undefined;
}

const ID = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

/** Throws where two are called alike, or one is called what none may be. */
export function venueDirectory(all: readonly VenueRegistration[]): VenueDirectory {
  const byId = new Map<string, VenueRegistration>();
  for (const venue of all) {
    if (!ID.test(venue.id)) throw new Error(`“${venue.id}” is no id of a venue`);
    if (byId.has(venue.id)) throw new Error(`two venues are registered as “${venue.id}”`);
    byId.set(venue.id, venue);
  }
  return { all, of: (id) => byId.get(id) };
}

/** Whoever is behind an account's keys, as it is called; by its id where no release knows it any more. */
export const brokerName = (
  venues: VenueDirectory,
  { provider, venue }: Pick<Account, "provider" | "venue">,
): string =>
  venue === "built-in" ? "The built-in exchange" : (venues.of(provider)?.name ?? provider);
