import { authoriseBroker, verifyBroker } from "@sevenfold/application/brokers/authorise-broker";
import { changeBroker } from "@sevenfold/application/brokers/change-broker";
import { connectBroker } from "@sevenfold/application/brokers/connect-broker";
import { issuePaperKeys } from "@sevenfold/application/brokers/issue-paper-keys";
import { removeBroker } from "@sevenfold/application/brokers/remove-broker";
import { venueDirectory } from "@sevenfold/application/ports/venue-registration";
import type { Container } from "inversify";
import { brokerOpeners, registeredAuthorisations } from "./broker-registrations.ts";
import { storedBrokerConnections } from "./stored-broker-connections.ts";
import { tokens } from "./tokens.ts";

/** Connections to brokers, and what users do with their accounts there. */
export function bindBrokers(container: Container): void {
  container
    .bind(tokens.openingPlace)
    .toResolvedValue(
      ({ environment }, { url: exchangeUrl }, { now }) => ({ environment, exchangeUrl, now }),
      [tokens.configuration, tokens.exchange, tokens.clock],
    );
  container.bind(tokens.brokers).toResolvedValue(
    ({ live }, announcer, storage, vault, registrations, place, nats) => {
      const venues = venueDirectory(registrations.map(({ venue }) => venue));
      const openers = brokerOpeners(registrations, place);
      return storedBrokerConnections({
        announcer,
        storage,
        vault,
        live,
        openers,
        venues,
        calls: nats?.calls,
      });
    },
    [
      tokens.configuration,
      tokens.announcer,
      tokens.storage,
      tokens.vault,
      tokens.registrations,
      tokens.openingPlace,
      tokens.nats,
    ],
  );
  container
    .bind(tokens.authorisations)
    .toResolvedValue(registeredAuthorisations, [tokens.registrations, tokens.openingPlace]);
  container.bind(tokens.connecting).toDynamicValue(({ get }) => ({
    ...get(tokens.trading),
    authorisations: get(tokens.authorisations),
    paperVenue: get(tokens.paperVenue),
    vault: get(tokens.vault),
  }));
  container.bind(tokens.connectBroker).toResolvedValue(connectBroker, [tokens.connecting]);
  container.bind(tokens.changeBroker).toResolvedValue(changeBroker, [tokens.connecting]);
  container.bind(tokens.removeBroker).toResolvedValue(removeBroker, [tokens.connecting]);
  container.bind(tokens.authorising).toDynamicValue(({ get }) => ({
    ...get(tokens.connecting),
    live: get(tokens.configuration).live,
  }));
  container.bind(tokens.authoriseBroker).toResolvedValue(authoriseBroker, [tokens.authorising]);
  container.bind(tokens.verifyBroker).toResolvedValue(verifyBroker, [tokens.authorising]);
  container.bind(tokens.issuePaperKeys).toResolvedValue(issuePaperKeys, [tokens.connecting]);
}
