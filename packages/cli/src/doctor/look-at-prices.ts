import type { Clock } from "@sevenfold/application/ports/clock";
import { type MarketData, MarketDataUnavailable } from "@sevenfold/application/ports/market-data";
import type { Ticker } from "@sevenfold/domain/market";
import type { Configuration } from "../compose/configuration.ts";
import { KEY_NAMES, type PriceProviderName } from "../compose/price-settings.ts";
import { openProvider } from "../compose/real-market.ts";
import { type Finding, failed, type Look, ok, reasonOf, warning } from "./finding.ts";

/** Every provider knows it. */
const ASKED = "AAPL" as Ticker;
const DAY_MS = 24 * 60 * 60_000;

/** Each provider of prices that is set up, asked for one price. */
export const lookAtPrices = (configuration: Configuration, clock: Clock): Look => ({
  check: "Prices",
  async look() {
    const { forOrders, providers } = configuration.prices;
    if (providers.length === 0)
      return [
        warning(
          "no provider of real prices is set up: accounts at brokers take limit orders only",
          "set PRICE_PROVIDERS and its keys, docs/market-data.md",
        ),
      ];
    const found = await Promise.all(
      providers.map((name) => askProvider(name, configuration, clock)),
    );
    if (0 < forOrders.length) return found;
    const shown = warning(
      "none of them may be traded on: prices are shown, and nothing is bought on them",
      "set up one that tells trades as they come, or PRICES_FOR_ORDERS; docs/market-data.md",
    );
    return [...found, shown];
  },
});

async function askProvider(
  name: PriceProviderName,
  configuration: Configuration,
  clock: Clock,
): Promise<Omit<Finding, "check">> {
  const market = openProvider(name, configuration, { clock, yahoo: undefined });
  const who = market.provider.name;
  try {
    return answerOf(market, await market.latest([ASKED]), clock);
  } catch (error) {
    const reason = error instanceof MarketDataUnavailable ? error.trouble.reason : "network";
    const isOnlyShown = !configuration.prices.forOrders.includes(name);
    // A machine without a way out trades on the built-in exchange all the same.
    const finding = reason === "network" && isOnlyShown ? warning : failed;
    return finding(`${who}: ${reasonOf(error)}`, todoOf(reason, name));
  }
}

function answerOf(
  { provider }: MarketData,
  { prints }: Awaited<ReturnType<MarketData["latest"]>>,
  clock: Clock,
): Omit<Finding, "check"> {
  const [print] = prints;
  const label = provider.label === undefined ? "" : ` (${provider.label})`;
  if (print === undefined)
    return failed(`${provider.name} tells no price of ${ASKED}`, "try again in a minute");
  const days = Math.floor((clock.now() - print.at) / DAY_MS);
  const age = days < 1 ? "of the last day" : `of ${days} days ago`;
  return ok(`${provider.name}${label} answers: ${ASKED} ${age}`);
}

type Reason = MarketDataUnavailable["trouble"]["reason"];

function todoOf(reason: Reason, name: PriceProviderName): string {
  switch (reason) {
    case "credentials":
      return `mend its key: ${KEY_NAMES[name]}`;
    case "turned-away":
      return "set up another provider; this one takes no key, and is asked again by itself";
    case "plan":
      return "ask for less, or for another plan of that provider";
    case "rate-limit":
    case "budget-spent":
      return "wait: it was asked too often";
    default:
      return "look at the network of this machine";
  }
}
