import {
  type BlockJournal,
  blockCountsOf,
} from "@sevenfold/application/research/backtest/block-journal";
import type { Gate } from "@sevenfold/domain/gate";

/** What was due and blocked. Of the lines of decisions.jsonl, so many had no room. */
export function blockedView(blocks: BlockJournal) {
  return {
    byGate: blockCountsOf(blocks).map(({ side, gate, times, prices }) => ({
      side,
      gate,
      times,
      prices,
    })),
    listed: blocks.lines.length,
    leftOut: blocks.leftOut,
  };
}

export type BlockedView = {
  readonly byGate: readonly {
    readonly side: "buy" | "sell";
    readonly gate: string;
    readonly times: number;
    readonly prices: number;
  }[];
  readonly listed: number;
  readonly leftOut: number;
};

const GATE_LABELS: Record<Gate, string> = {
  "automation-off": "automation is off",
  "no-real-prices": "no real prices for this venue",
  "exits-only": "only exits are allowed",
  unmanaged: "the holding is not managed",
  "order-working": "an order is at work",
  "after-hours": "outside the session",
  "short-elsewhere": "sold short elsewhere",
  "exchange-halt": "halted by its exchange",
  "after-split": "first price after a split",
  "cool-down": "cool-down",
  "equity-unknown": "a holding without a price",
  halted: "daily loss limit",
  "below-band": "below the entry band",
  pacing: "too many entries in a minute",
  "max-position-size": "position limit",
  "cash-reserve": "no cash above the reserve",
  "position-share": "share of the account in one symbol",
  pattern: "no bar pattern confirms it",
};

export const BLOCKED_HEADING = ["Blocked", "Times", "Prices"] as const;

/** A row for each gate: which side it blocked, how often it began to, and at how many prices. */
export const blockedRows = ({ byGate }: BlockedView): readonly (readonly string[])[] =>
  byGate.map(({ side, gate, times, prices }) => [
    `${side === "buy" ? "Entry" : "Exit"}: ${GATE_LABELS[gate as Gate] ?? gate}`,
    times.toLocaleString("en-US"),
    prices.toLocaleString("en-US"),
  ]);

/** Undefined where decisions.jsonl lists all of it. */
export const leftOutSentence = ({ leftOut }: BlockedView): string | undefined =>
  leftOut === 0
    ? undefined
    : `${leftOut.toLocaleString("en-US")} more are counted here and not listed in decisions.jsonl.`;
