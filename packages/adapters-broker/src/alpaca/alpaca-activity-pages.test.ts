import { instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { activitiesSince } from "./alpaca-activities.ts";
import { fillRows } from "./alpaca-fills.ts";
import type { Call } from "./alpaca-reading.ts";

const SINCE = instant(Date.UTC(2026, 2, 11, 15));
const DAY_MS = 86_400_000;
interface Row {
  readonly id: string;
  readonly atMs: number;
  readonly row: object;
}

/**
 * Lists by time, and begins after a row by its id alone: of one moment ids say nothing of the order, so
 * that what stands behind a page's last row and has a lower id is in neither page.
 */
function venueOf(rows: readonly Row[]) {
  const asked: (string | undefined)[] = [];
  const call: Call = async ({ query = {} }) => {
    const after = Date.parse(String(query.after));
    const token = query.page_token === undefined ? undefined : String(query.page_token);
    asked.push(token);
    const body = rows
      .filter(({ atMs, id }) => after < atMs && (token === undefined || token < id))
      .slice(0, Number(query.page_size))
      .map(({ row }) => row);
    return { kind: "ok", body };
  };
  return { asked, call };
}

/** Ten fills in each of these milliseconds, the highest of their ids first. */
const fillsOf = (milliseconds: number, each = 10): readonly Row[] =>
  [...Array(milliseconds * each).keys()].map((index) => {
    const atMs = SINCE + Math.floor(index / each);
    const id = `${atMs}::${String(each - (index % each)).padStart(4, "0")}`;
    const transaction_time = new Date(atMs).toISOString();
    return {
      ...{ id, atMs },
      row: {
        ...{ id, activity_type: "FILL", transaction_time, price: "31.6", qty: "1" },
        ...{ cum_qty: String(index + 1), side: "buy", symbol: "QQQJ", order_id: "one" },
      },
    };
  });

describe("Alpaca's lists of what an account did", () => {
  it("have every fill, also where a page ends amid those of one millisecond", async () => {
    for (const [milliseconds, each] of [
      [25, 7],
      [30, 10],
      [1, 100],
    ] as const) {
      const rows = fillsOf(milliseconds, each);
      const { asked, call } = venueOf(rows);
      const told = await fillRows(call, SINCE);

      expect(told.map(({ cum_qty }) => Number(cum_qty))).toEqual([
        ...rows.map((_, index) => index + 1),
      ]);
      expect(new Set(asked)).toEqual(
        new Set(each === 100 ? [undefined, rows.at(-1)?.id] : [undefined]),
      );
    }
  });

  it("have every activity, also where a page ends amid those of one day", async () => {
    const rows = [...Array(160).keys()].map((index): Row => {
      const day = Math.floor(index / 40);
      const atMs = Date.UTC(2026, 2, 11 + day);
      const date = new Date(atMs).toISOString().slice(0, 10);
      const id = `${date}::${String(40 - (index % 40)).padStart(4, "0")}`;
      return { id, atMs, row: { id, activity_type: "DIV", date, net_amount: "1", symbol: "T" } };
    });
    const { call } = venueOf(rows);

    expect(await activitiesSince(call, SINCE)).toHaveLength(160);
  });

  it("have every activity, also where what a page ends with settles days after it was filed", async () => {
    const friday = Date.UTC(2026, 2, 13, 15);
    const rows = [...Array(150).keys()].map((index): Row => {
      const atMs = friday + index * 60_000;
      const id = `20260313::${String(index).padStart(4, "0")}`;
      const told = { id, activity_type: "JNLC", date: "2026-03-17", net_amount: "1" };
      return { id, atMs, row: { ...told, created_at: new Date(atMs).toISOString() } };
    });
    const { call } = venueOf(rows);

    expect(await activitiesSince(call, SINCE)).toHaveLength(150);
  });

  it("have an activity that was filed since, however long ago the day is that it is of", async () => {
    const atMs = SINCE + DAY_MS;
    const filed = (id: string, created_at: string | undefined, date = "2026-02-02"): Row => {
      const row = { id, activity_type: "DIV", date, net_amount: "3.5", symbol: "T", created_at };
      return { id, atMs, row };
    };
    const { call } = venueOf([
      filed("late", new Date(atMs).toISOString()),
      filed("known", "2026-02-03T06:00:00Z"),
      filed("untold", undefined),
    ]);

    expect(await activitiesSince(call, SINCE)).toMatchObject([
      { id: "late", kind: "dividend", amount: 35_000, at: atMs },
    ]);
  });

  it("are not read where a page tells nothing new and is full", async () => {
    const rows = fillsOf(1, 100).map(({ row }) => row);
    const call: Call = async () => ({ kind: "ok", body: rows });

    await expect(fillRows(call, SINCE)).rejects.toThrow("list of executions does not end");
    const day = new Date(SINCE + DAY_MS).toISOString().slice(0, 10);
    const paid = rows.map((_, index) => ({ id: `${index}`, activity_type: "DIV", date: day }));
    const same: Call = async () => ({ kind: "ok", body: paid });
    await expect(activitiesSince(same, SINCE)).rejects.toThrow("list of activities does not end");
  });
});
