import type { Announcer } from "./ports/announcer.ts";
import type { BrokerConnections } from "./ports/broker.ts";
import type { BrokerAuthorisations } from "./ports/broker-authorisations.ts";
import type { Clock } from "./ports/clock.ts";
import type { Identifiers } from "./ports/identifiers.ts";
import type { Log } from "./ports/log.ts";
import type { MarketData } from "./ports/market-data.ts";
import type { OneTimeCodes } from "./ports/one-time-codes.ts";
import type { PaperVenue } from "./ports/paper-venue.ts";
import type { CommonPasswords, PasswordHasher } from "./ports/password-hasher.ts";
import type { SecretVault } from "./ports/secret-vault.ts";
import type { Storage } from "./ports/stores/storage.ts";

/** Everything we ask of the world, in one list. A use case picks what it needs. */
export interface Ports {
  readonly announcer: Announcer;
  readonly authorisations: BrokerAuthorisations;
  readonly brokers: BrokerConnections;
  readonly clock: Clock;
  readonly commonPasswords: CommonPasswords;
  readonly hasher: PasswordHasher;
  readonly identifiers: Identifiers;
  readonly log: Log;
  readonly marketData: MarketData;
  readonly oneTimeCodes: OneTimeCodes;
  readonly paperVenue: PaperVenue;
  readonly storage: Storage;
  readonly vault: SecretVault;
}
