import type { MarketDataStateView } from "@sevenfold/contract/states";
import { type Line, useLine } from "../live/line.ts";
import { newestPriceAt } from "../live/price-store.ts";
import { serverNow } from "../live/server-clock.ts";
import { isFeedLiveNow } from "../live/standing.ts";
import { Dot, type Tone } from "../ui/badge.tsx";
import { ageText } from "../ui/eastern-time.ts";
import { useNow } from "../ui/use-now.ts";
import { useWorkerStatus } from "../worker/use-worker-status.ts";

/** A market that trades has made a price of some symbol within this. */
const BUSY_MS = 15_000;

/** How old the newest price is, and whether newer ones come. */
export function DataAge() {
  useNow(1_000);
  const line = useLine();
  const { data: status } = useWorkerStatus();
  const at = newestPriceAt();
  const ageMs = at === undefined ? undefined : serverNow() - at;
  const isOpen = status?.market_hours.is_open ?? true;
  const [tone, label, title] =
    line === "live" ? ofMarket(ageMs, isOpen, status?.market_data) : OF_LINE[line];
  return (
    <span title={title} className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Dot tone={tone} />
      <span className={label === DATA ? "max-[429px]:sr-only" : "max-[389px]:sr-only"}>
        {label}
      </span>
      <span className="figure text-muted">{ageMs === undefined ? "–" : ageText(ageMs)}</span>
    </span>
  );
}

type Words = readonly [tone: Tone, label: string, title: string];
const DATA = "Data";
const NOT_FOLLOWED = "No prices come from the market.";

const OF_LINE: Readonly<Record<Exclude<Line, "live">, Words>> = {
  "catching-up": ["plain", "Catching up", "The newest prices are on their way."],
  silent: [
    "amber",
    DATA,
    "The live stream is silent: prices are asked for every few seconds and are as old as is said.",
  ],
  "no-answer": ["amber", "No answer", "Sevenfold does not answer. Prices are as last received."],
  offline: ["amber", "Offline", "You are offline. Prices are as last received."],
};

/** What the server says of its own prices is said before what is seen here. */
function ofMarket(
  ageMs: number | undefined,
  isOpen: boolean,
  served: MarketDataStateView | undefined,
): Words {
  if (!isFeedLiveNow())
    return [
      "amber",
      served?.state === "shown" ? "Late" : "Cached",
      `${served?.message ?? NOT_FOLLOWED} This is how old the newest price is.`,
    ];
  if (ageMs === undefined) return ["plain", DATA, "No price has come yet."];
  if (!isOpen) return ["plain", DATA, "The market is closed. This is how old its last price is."];
  return ageMs < BUSY_MS
    ? ["gain", DATA, "Prices come as they are made."]
    : ["plain", DATA, "Prices come as they are made; the market is quiet."];
}
