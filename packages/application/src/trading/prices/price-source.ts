import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { MarketData } from "../../ports/market-data.ts";
import type { Ports } from "../../ports.ts";
import { openFailover, type PriceSource } from "./failover.ts";

/** What a board is opened with. */
export type BoardNeeds = Pick<Ports, "clock" | "log"> & {
  readonly marketData: MarketData | PriceSource;
  /** The hours of the market the prices come from. */
  readonly calendar: TradingCalendar;
};

/** One provider is several of which there is one: its line is watched in the same way. */
export const asSource = ({ calendar, clock, log, marketData }: BoardNeeds): PriceSource =>
  "standing" in marketData
    ? marketData
    : openFailover({ calendar, clock, log, providers: [marketData] });
