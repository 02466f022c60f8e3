import type { TradingCalendar } from "@sevenfold/domain/calendar";

import type { Account } from "../ports/storage.ts";
import type { Ports } from "../ports.ts";
import type { SubmissionPolicy } from "./circuit-breakers.ts";
import type { LivePolicy } from "./live-trading.ts";
import type { PatternWatch } from "./pattern-watch.ts";
import type { PriceBoard } from "./price-board.ts";

/** What trading use cases ask of the world. */
export interface TradingNeeds
  extends Pick<
    Ports,
    "announcer" | "brokers" | "clock" | "identifiers" | "log" | "marketData" | "storage"
  > {
  readonly prices: PriceBoard;
  /** Absent: no bar pattern is ever seen, and an entry that waits for one does not come. */
  readonly patterns?: PatternWatch;
  /** What the installation says about real money; absent: nothing, so none moves. */
  readonly live?: LivePolicy;
  /** What the installation lets its accounts send; absent: what the breakers let pass. */
  readonly submission?: SubmissionPolicy;
  /** The hours of the venue the account trades at. */
  readonly calendarOf: (account: Pick<Account, "venue">) => TradingCalendar;
}
