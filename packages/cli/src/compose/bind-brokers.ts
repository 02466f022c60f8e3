import { etradeAuthorisations } from "@sevenfold/adapters-broker/etrade/etrade-authorisations";
import { authoriseBroker, verifyBroker } from "@sevenfold/application/use-cases/authorise-broker";
import { changeBroker } from "@sevenfold/application/use-cases/change-broker";
import { connectBroker } from "@sevenfold/application/use-cases/connect-broker";
import { issuePaperKeys } from "@sevenfold/application/use-cases/issue-paper-keys";
import { removeBroker } from "@sevenfold/application/use-cases/remove-broker";
import type { Container } from "inversify";
import { brokerOpeners } from "./broker-openers.ts";
import { etradeVenues } from "./etrade-venues.ts";
import { storedBrokerConnections } from "./stored-broker-connections.ts";
import { tokens } from "./tokens.ts";

/** Connections to brokers, and what users do with their accounts there. */
export function bindBrokers(container: Container): void {
  container.bind(tokens.brokers).toResolvedValue(
    ({ alpacaPaperUrl, isEtradeSandbox, live }, announcer, storage, vault, exchange, { now }) => {
      const { url: exchangeUrl } = exchange;
      const openers = brokerOpeners({ exchangeUrl, alpacaPaperUrl, isEtradeSandbox, now });
      return storedBrokerConnections({ announcer, storage, vault, live, openers });
    },
    [
      tokens.configuration,
      tokens.announcer,
      tokens.storage,
      tokens.vault,
      tokens.exchange,
      tokens.clock,
    ],
  );
  container
    .bind(tokens.authorisations)
    .toResolvedValue(
      ({ isEtradeSandbox }, exchange, { now }) =>
        etradeAuthorisations(etradeVenues(exchange.url, isEtradeSandbox), now),
      [tokens.configuration, tokens.exchange, tokens.clock],
    );
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
