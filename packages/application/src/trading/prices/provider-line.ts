import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { MINUTE_MS } from "@sevenfold/domain/market";
import type { Clock } from "../../ports/clock.ts";
import type { MarketData, MarketNews } from "../../ports/market-data.ts";
import { watchSilence } from "./watch-silence.ts";

/** It stands and says nothing, or it broke off. */
export type LineFailure = "silent" | "failed";

/** What a line tells: news as they come, and how its provider does. */
export interface LineEars {
  readonly clock: Clock;
  readonly calendar: TradingCalendar;
  /** Whether any symbol is followed: nothing is due otherwise. */
  readonly isAnythingWatched: () => boolean;
  /** The next news is taken once this has resolved. */
  readonly hear: (news: MarketNews) => Promise<void>;
  /** It said something that shows that it works. */
  readonly onWell: () => void;
  readonly onFailed: (message: string, how: LineFailure) => void;
}

const RECONNECT_MS = 1_000;
/** Each time in vain, twice as long is waited for a silent line: few symbols may trade so rarely. */
const SILENT_LONGEST_MS = 5 * MINUTE_MS;

/**
 * Follows one provider until the signal aborts. It is judged by what it says and not by its open socket:
 * a line that is silent for too long in the market's hours is opened anew, and has failed. Never rejects.
 */
export async function followLine(
  market: MarketData,
  ears: LineEars,
  signal: AbortSignal,
): Promise<void> {
  const { calendar, clock } = ears;
  const { newsWithinMs, streams } = market.provider;
  let silentMaxMs: number = newsWithinMs;
  const isNewsDue = () => ears.isAnythingWatched() && calendar.sessionAt(clock.now()) !== undefined;
  while (!signal.aborted) {
    const line = new AbortController();
    const hangUp = () => line.abort();
    signal.addEventListener("abort", hangUp, { once: true });
    const silence = watchSilence({ clock, isNewsDue, silentMaxMs }, line.signal, (silentMs) => {
      silentMaxMs = Math.min(silentMaxMs * 2, SILENT_LONGEST_MS);
      ears.onFailed(`No price has come for ${Math.round(silentMs / 1_000)} seconds.`, "silent");
      hangUp();
    });
    try {
      for await (const news of market.news(line.signal)) {
        // What was asked for beside a stream shows nothing of whether the stream lives.
        if (news.kind === "prices" && (!news.polled || !streams)) {
          silence.heard();
          silentMaxMs = newsWithinMs;
          ears.onWell();
        } else if (news.kind === "connected") {
          silence.heard();
          // In the market's hours a handshake proves nothing: prices do.
          if (!isNewsDue()) ears.onWell();
        } else if (news.kind === "disconnected") ears.onFailed(news.message, "failed");
        await ears.hear(news);
        if (line.signal.aborted) break;
      }
    } catch (error) {
      ears.onFailed(error instanceof Error ? error.message : "The price feed broke off.", "failed");
    }
    signal.removeEventListener("abort", hangUp);
    hangUp();
    await silence.ended;
    await clock.sleep(RECONNECT_MS, signal);
  }
}
