import type { Broker, OpenKeys } from "@sevenfold/application/ports/broker";
import type { BrokerAuthorisations } from "@sevenfold/application/ports/broker-authorisations";
import type { Account } from "@sevenfold/application/ports/stores/account";
import type { VenueRegistration } from "@sevenfold/application/ports/venue-registration";
import type { Instant } from "@sevenfold/domain/market";

import type { CallBudget } from "./call-budget.ts";

/** How one venue is spoken to. Its hosts are its own: no address ever comes from a user. */
export interface BrokerOpener {
  /** Calls an account may make in a minute, the last of them kept for what lowers risk. */
  readonly calls: { readonly perMinute: number; readonly reserve: number };
  readonly open: (keys: OpenKeys, budget: CallBudget) => Broker;
}

/** What a registration is told of where it runs. */
export interface OpeningPlace {
  /** Where the built-in exchange answers. */
  readonly exchangeUrl: string;
  /** By which clock calls are signed. */
  readonly now: () => Instant;
  /** What the operator has set, by name: stand-ins and sandboxes. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * A broker, whole: what the product knows of it, and how it is spoken to wherever its keys may lead. The
 * one thing its folder hands out; `docs/broker-adapters.md` leads to it.
 */
export interface BrokerRegistration {
  readonly venue: VenueRegistration;
  openers(place: OpeningPlace): Readonly<Partial<Record<Account["venue"], BrokerOpener>>>;
  /** Of brokers that their users let us into. */
  authorisations?(place: OpeningPlace): BrokerAuthorisations;
}

/** The built-in exchange sets no tight limit; the budget only keeps a runaway loop in bounds. */
export const BUILT_IN_CALLS = { perMinute: 5_000, reserve: 500 };
