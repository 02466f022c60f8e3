import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import { activitiesSince } from "./etrade-activities.ts";
import type { EtradeLine } from "./etrade-line.ts";

const NOW = instant(Date.UTC(2026, 10, 20, 17));
const DAY_MS = 86_400_000;

const dividend = (transactionId: number) => ({
  ...{ transactionId, transactionDate: NOW - DAY_MS, amount: 1, transactionType: "Dividend" },
  brokerage: { product: { symbol: "AAPL", securityType: "EQ" }, quantity: 0 },
});

/** What E*TRADE tells of an account, page by page under the markers before it. */
function told(pages: Readonly<Record<string, object | undefined>>) {
  const asked: string[] = [];
  const line: Pick<EtradeLine, "now" | "read"> = {
    now: () => NOW,
    async read({ query = {} }) {
      const marker = String(query.marker ?? "");
      asked.push(marker);
      const list = pages[marker];
      return { kind: "ok", body: list && { TransactionListResponse: list } };
    },
  };
  const beside = { orders: async () => [], positions: async () => [] };
  const where = { line: line as EtradeLine, path: async () => "/v1/accounts/key" };
  return { activities: activitiesSince(where, instant(NOW - 7 * DAY_MS), beside), asked };
}

const rows = (from: number, count: number) =>
  [...Array(count).keys()].map((row) => dividend(from + row));

describe("E*TRADE's list of transactions", () => {
  // As a published answer has it: fifty of 274, no more of them, and a marker.
  const full = { moreTransactions: false, transactionCount: 50, totalCount: 70 };

  it("is read on where a page is full and names the next, though it says that there is no more", async () => {
    const { activities, asked } = told({
      "": { ...full, marker: "one", Transaction: rows(0, 50) },
      one: { ...full, marker: "two", transactionCount: 20, Transaction: rows(50, 20) },
    });
    expect(await activities).toHaveLength(70);
    expect(asked).toEqual(["", "one"]);
  });

  it.each([
    ["an empty one", undefined],
    ["the same again", { ...full, marker: "one", Transaction: rows(0, 50) }],
  ])("ends where the page after the last full one is %s", async (_, last) => {
    const { activities } = told({
      "": { ...full, marker: "one", Transaction: rows(0, 50) },
      one: last,
    });
    expect(await activities).toHaveLength(50);
  });

  it.each([undefined, null, ""])("ends at a full page that names no other: %s", async (marker) => {
    const { activities, asked } = told({ "": { ...full, marker, Transaction: rows(0, 50) } });
    expect(await activities).toHaveLength(50);
    expect(asked).toEqual([""]);
  });

  it("is not read where it promises more and names no page", async () => {
    const promising = { moreTransactions: true, Transaction: rows(0, 50) };
    await expect(told({ "": promising }).activities).rejects.toMatchObject({
      reason: "unreadable",
    });
  });
});
