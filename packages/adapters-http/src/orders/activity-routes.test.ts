import { someActivity } from "@sevenfold/application/testing/storage-rows";
import { instant, type Ticker } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const FROM = Date.UTC(2026, 2, 11, 15);

async function opened() {
  world = await openHttpWorld();
  const { browser, user } = await world.visitor();
  const { id } = (await world.storage.read.accounts.selectedOf(user.id))!;
  const at = (minute: number) => instant(FROM + minute * 60_000);
  const split = { kind: "split", shares: 90, amount: money(0), words: "SPLIT" } as const;
  await world.storage.transact(async ({ activities }) => {
    await activities.add(someActivity(id, { at: at(0), activityId: "A0" }), []);
    await activities.add(someActivity(id, { at: at(1), activityId: "A1", ...split }), []);
    const { ticker: _, ...deposit } = someActivity(id, { at: at(2), activityId: "A2" });
    await activities.add({ ...deposit, kind: "deposit", amount: money(15_000_000) }, []);
    await activities.add(someActivity(id, { at: at(3), isTakenOver: true }), []);
  });
  return browser;
}

describe("what moved without a trade", () => {
  it("is listed newest first, in words, page by page and by symbol", async () => {
    const browser = await opened();
    const { json } = await browser.get("/api/activities?limit=2");
    expect(json).toMatchObject({
      rows: [
        { id: "A2", kind: "deposit", ticker: null, amount: 1_500, says: "$1,500.00 deposited." },
        {
          id: "A1",
          ticker: "AAPL" as Ticker,
          shares: 90,
          says: "Split of AAPL: 90 shares more for the same cost.",
          words: "SPLIT",
        },
      ],
    });
    const { older } = json as unknown as { older: string };
    expect((await browser.get(`/api/activities?before=${older}`)).json).toMatchObject({
      rows: [{ id: "A0", says: "Dividend of AAPL: $12.34 paid in." }],
      older: null,
    });
    const ofSymbol = await browser.get("/api/activities?ticker=AAPL");
    expect((ofSymbol.json as unknown as { rows: unknown[] }).rows).toHaveLength(2);
  });

  it("is one file, with the same words", async () => {
    const browser = await opened();
    const { text } = await browser.get("/api/activities.csv");
    const lines = text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('"$1,500.00 deposited."');
    expect(lines[3]).toContain("Dividend of AAPL: $12.34 paid in.");
  });
});
