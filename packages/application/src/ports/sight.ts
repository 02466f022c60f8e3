import type { Instant } from "@sevenfold/domain/market";

/** An account somebody has to look after, as far as a watch can tell. */
export interface AccountAtStake {
  readonly id: string;
  /** As its user calls it. */
  readonly label: string;
  readonly isAutomated: boolean;
  /** Symbols of which it holds shares. */
  readonly positions: number;
  /** Of these, how many the broker would sell by an order that stands there already. */
  readonly positionsOnSale: number;
}

export interface StoppedAccount {
  readonly account: AccountAtStake;
  /** What happened, in a sentence each. */
  readonly because: readonly string[];
}

/** Who is concerned when something fails. */
export interface AtStake {
  /** The automated ones first; at most `ACCOUNTS_NAMED_MAX`. */
  readonly accounts: readonly AccountAtStake[];
  /** How many more there are. */
  readonly unnamed: number;
}

export const ACCOUNTS_NAMED_MAX = 20;

/** What a look found. */
export interface Sighting {
  /** When a worker last said that it lives. "unknown" where this cannot be seen from here. */
  readonly workerPing: Instant | "never" | "unknown";
  /** What keeps the server from its work, a sentence each; none where it can do it. */
  readonly notReady: readonly string[];
  readonly hasPrices: boolean;
  /** Accounts with automation on whose worker does not reach their broker. */
  readonly disconnected: readonly AccountAtStake[];
  /** Accounts that a safeguard keeps the agent from selling for, until their user has looked. */
  readonly stopped: readonly StoppedAccount[];
}

/** A place from which it can be seen whether Sevenfold works. It changes nothing there. */
export interface Sight {
  /** What it looks at, in words and without a secret: "the database at db.lan". */
  readonly name: string;
  /** Rejects where nothing can be seen; the message says why, fit for a person and without a secret. */
  look(): Promise<Sighting>;
  /** Undefined where it cannot be known from here. Rejects where nothing can be seen. */
  atStake(): Promise<AtStake | undefined>;
}
