import type { Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import type { Activity } from "../ports/activity.ts";

type Untold<Of> = Of extends Activity ? Omit<Of, "at" | "id" | "words"> : never;

/** One of them, without what each venue says in its own way. */
export type ShareEvent = Untold<Activity>;

const named = (text: string): Ticker => text as Ticker;

/** What befalls an account's shares on one day, as a venue that is told to shows it in its own rows. */
export const SHARE_EVENTS: readonly ShareEvent[] = [
  { kind: "dividend", ticker: named("DIVD"), amount: money(83_000) },
  {
    kind: "split",
    ticker: named("SPLT"),
    ratio: { from: 1, to: 4 },
    before: shares(10),
    after: shares(40),
  },
  {
    kind: "name-change",
    ticker: named("OLDN"),
    becomes: named("NEWN"),
    before: shares(7),
    after: shares(7),
  },
  {
    kind: "name-change",
    ticker: named("MERG"),
    becomes: named("INTO"),
    before: shares(2_000),
    after: shares(200),
  },
  { kind: "cash-merger", ticker: named("GONE"), quantity: shares(20), amount: money(5_000_000) },
  { kind: "spin-off", ticker: named("SPUN"), shares: 3 },
];
