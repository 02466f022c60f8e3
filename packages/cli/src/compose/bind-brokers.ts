import { changeBroker } from "@sevenfold/application/use-cases/change-broker";
import { connectBroker } from "@sevenfold/application/use-cases/connect-broker";
import { issuePaperKeys } from "@sevenfold/application/use-cases/issue-paper-keys";
import { removeBroker } from "@sevenfold/application/use-cases/remove-broker";
import type { Container } from "inversify";
import { brokerOpeners } from "./broker-openers.ts";
import { storedBrokerConnections } from "./stored-broker-connections.ts";
import { tokens } from "./tokens.ts";

/** Connections to brokers, and what users do with their accounts there. */
export function bindBrokers(container: Container): void {
  container.bind(tokens.brokers).toResolvedValue(
    ({ alpacaPaperUrl, live }, storage, vault, exchange) => {
      const openers = brokerOpeners(exchange.url, alpacaPaperUrl);
      return storedBrokerConnections({ storage, vault, live, openers });
    },
    [tokens.configuration, tokens.storage, tokens.vault, tokens.exchange],
  );
  container.bind(tokens.connecting).toDynamicValue(({ get }) => ({
    ...get(tokens.trading),
    paperVenue: get(tokens.paperVenue),
    vault: get(tokens.vault),
  }));
  container.bind(tokens.connectBroker).toResolvedValue(connectBroker, [tokens.connecting]);
  container.bind(tokens.changeBroker).toResolvedValue(changeBroker, [tokens.connecting]);
  container.bind(tokens.removeBroker).toResolvedValue(removeBroker, [tokens.connecting]);
  container.bind(tokens.issuePaperKeys).toResolvedValue(issuePaperKeys, [tokens.connecting]);
}
