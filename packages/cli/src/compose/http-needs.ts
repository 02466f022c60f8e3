import { fileURLToPath } from "node:url";
import { PROVIDER_NAMES } from "@sevenfold/adapters-broker/prices/provider-names";
import type { HttpNeeds, HttpOptions } from "@sevenfold/adapters-http/http-needs";
import type { Container } from "inversify";
import { calendarOf } from "./container.ts";
import { tokens } from "./tokens.ts";

const WEB_FOLDER = fileURLToPath(new URL("../../../web/dist/site", import.meta.url));

/** What the HTTP server asks of the rest of the product. */
export const httpNeeds = (container: Container): HttpNeeds => ({
  ...container.get(tokens.trading),
  billing: container.get(tokens.billing),
  ...paymentPagesOf(container),
  live: container.get(tokens.configuration).live,
  connectBroker: container.get(tokens.connectBroker),
  changeBroker: container.get(tokens.changeBroker),
  removeBroker: container.get(tokens.removeBroker),
  authoriseBroker: container.get(tokens.authoriseBroker),
  verifyBroker: container.get(tokens.verifyBroker),
  issuePaperKeys: container.get(tokens.issuePaperKeys),
  ...standingNeeds(container),
  companies: container.get(tokens.companies),
  providerNames: PROVIDER_NAMES,
  signIns: container.get(tokens.signIns),
  desk: container.get(tokens.desk),
  signInAsDemo: container.get(tokens.signInAsDemo),
  placeOrder: container.get(tokens.placeOrder),
  cancelOrder: container.get(tokens.cancelOrder),
  cancelAll: container.get(tokens.cancelAll),
  orderWatch: container.get(tokens.orderWatch),
  sellAll: container.get(tokens.sellAll),
  previewSettings: container.get(tokens.previewSettings),
  syncPositions: container.get(tokens.syncPositions),
  toggleAutomation: container.get(tokens.toggleAutomation),
  changeSettings: container.get(tokens.changeSettings),
});

/** What health and measures are told of. */
export function standingNeeds(container: Container) {
  const { isWritable, poolStanding } = container.get(tokens.database);
  return {
    ...container.get(tokens.trading),
    isStorageWritable: isWritable,
    ...(poolStanding && { poolStanding }),
    isExchangeWritable: container.get(tokens.exchange).isWritable,
  };
}

/** Where a process without pages says how it is; undefined where nobody wants to know. */
export function healthOptions(container: Container) {
  const { healthPort: port, host, metricsToken } = container.get(tokens.configuration);
  if (port === undefined) return undefined;
  return { host, port, ...(metricsToken !== undefined && { metricsToken }) };
}

function paymentPagesOf(container: Container): Pick<HttpNeeds, "paymentPages"> {
  const { simulated } = container.get(tokens.payments);
  return simulated ? { paymentPages: simulated.pages } : {};
}

export function httpOptions(container: Container): HttpOptions {
  const configuration = container.get(tokens.configuration);
  const { rateLimits } = configuration;
  return {
    host: configuration.host,
    port: configuration.port,
    ...(configuration.publicUrl === undefined ? {} : { publicUrl: configuration.publicUrl }),
    allowedHosts: configuration.allowedHosts,
    webFolder: WEB_FOLDER,
    secureCookies: configuration.secureCookies,
    trustProxy: configuration.trustProxy,
    rateLimits: {
      perAddress: { requests: rateLimits.perAddress, perSeconds: 10 },
      perUser: { requests: rateLimits.perUser, perSeconds: 10 },
      demoPerAddress: { requests: rateLimits.demoPerAddress, perSeconds: 3_600 },
    },
    signInLife: { idleMs: configuration.signInIdleMs },
    ...(configuration.metricsToken === undefined
      ? {}
      : { metricsToken: configuration.metricsToken }),
    isEmbedded: configuration.databaseUrl === undefined,
    marketDataLabel: "Built-in exchange",
    isMarketSimulated: true,
    marketCalendar: calendarOf(container.get(tokens.exchange).market),
  };
}
