import { createHash } from "node:crypto";

import type { SimulatedMarket } from "@sevenfold/application/exchange/simulated-market";
import {
  isEasyToBorrow,
  isFractionable,
  isShortable,
} from "@sevenfold/application/exchange/venue-terms";
import type { Ticker } from "@sevenfold/domain/market";
import type { Stock } from "@sevenfold/domain/stocks";

import { listingOf } from "./listings.ts";

export function wireAsset({ ticker, name }: Stock): Record<string, unknown> {
  return {
    id: assetIdOf(ticker),
    class: "us_equity",
    exchange: listingOf(ticker),
    symbol: ticker,
    name,
    status: "active",
    tradable: true,
    marginable: true,
    shortable: isShortable(ticker),
    easy_to_borrow: isEasyToBorrow(ticker),
    borrow_status: isEasyToBorrow(ticker) ? "easy_to_borrow" : "hard_to_borrow",
    fractionable: isFractionable(ticker),
    maintenance_margin_requirement: 30,
    margin_requirement_long: "30",
    margin_requirement_short: "30",
    attributes: isFractionable(ticker) ? ["fractional_eh_enabled"] : [],
  };
}

/** The same UUID for the same symbol on every exchange of ours. */
export function assetIdOf(symbol: string): string {
  const known = ASSET_IDS.get(symbol);
  if (known !== undefined) return known;
  const hex = createHash("sha256").update(`asset ${symbol}`).digest("hex");
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  ASSET_IDS.set(symbol, id);
  return id;
}

/** The listed symbol of this name or asset id. */
export function tickerNamed(market: SimulatedMarket, nameOrId: string): Ticker | undefined {
  if (market.has(nameOrId)) return nameOrId;
  return market.stocks.find(({ ticker }) => assetIdOf(ticker) === nameOrId)?.ticker;
}

const ASSET_IDS = new Map<string, string>();
