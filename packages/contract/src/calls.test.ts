import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rows } from "./call.ts";
import { ALL_CALLS, CALLS, callAt, PUSHED_CALLS } from "./calls.ts";
import { endpoint } from "./endpoint.ts";
import { ENDPOINTS, TEXT_ENDPOINTS } from "./endpoints.ts";

const ROW = {
  method: "get",
  path: "/api/row",
  belongsTo: "user",
  fresh: { kept: "on-show" },
  problems: [],
} as const;

describe("a row of the calls", () => {
  it("does not compile without a token rule", () => {
    rows("Rows", { row: { ...ROW, access: "signed-in", tokens: "manage" } });
    // @ts-expect-error: it says nothing of tokens.
    rows("Rows", { row: { ...ROW, access: "signed-in" } });
    // @ts-expect-error: it says nothing of tokens.
    const { row } = rows("Rows", { row: { ...ROW, access: "anyone" } });

    expect(row && "tokens" in row).toBe(false);
  });

  it("does not compile where it asks programs for more than it asks anyone for", () => {
    // @ts-expect-error: whoever has no token at all may call it.
    const { row } = rows("Rows", { row: { ...ROW, access: "anyone", tokens: "trade" } });

    expect(row?.access).toBe("anyone");
  });

  it("does not compile where a reading call says nothing of its freshness, or an unknown code", () => {
    const signedIn = { ...ROW, access: "signed-in", tokens: "read" } as const;
    const { fresh: _, ...unsaid } = signedIn;
    // @ts-expect-error: a browser would not know when to ask again.
    rows("Rows", { row: unsaid });
    // @ts-expect-error: no call fails by that.
    const { row } = rows("Rows", { row: { ...signedIn, problems: ["out-of-luck"] } });

    expect(row?.name).toBe("row");
  });
});

describe("the schemas of a call", () => {
  it("are there for every call, and for no other", () => {
    const named = [...ENDPOINTS, ...TEXT_ENDPOINTS].map(({ name }) => name);

    expect(named.toSorted()).toEqual(Object.keys(CALLS).sort());
  });

  it("do not compile for what is no call, nor without an answer", () => {
    const schemas = { input: z.object({}), output: z.null() };
    // @ts-expect-error: there is no such call.
    expect(() => endpoint("readFortune", schemas)).not.toThrow();
    // @ts-expect-error: it says nothing of its answer.
    endpoint("readQuote", { input: z.object({}) });
    // @ts-expect-error: a file has no schema of its answer.
    endpoint("downloadTrades", schemas);
  });
});

describe("the table of calls", () => {
  it("has each method and path once", () => {
    const lines = ALL_CALLS.map(({ method, path }) => `${method} ${path}`);

    expect(new Set(lines).size).toBe(lines.length);
  });

  it("pushes which account is in use before what is of it", () => {
    const first = PUSHED_CALLS.find(({ belongsTo }) => belongsTo === "account");

    expect(first?.name).toBe("readAccount");
  });

  it.each([
    ["/api/market/quote?symbol=AAPL", "readQuote"],
    ["/api/market/quote/AAPL", "readQuoteByPath"],
    ["/api/positions/sell-all/5b8e4a1e", "readSellAll"],
    ['/api/orders/check {"symbol":"AAPL"}', "checkOrder"],
    ["/api/orders/page?limit=100", "readOrderPage"],
    ["/api/orders", "listOrders"],
    ["/api/orders/", undefined],
    ["/readyz", undefined],
  ])("knows whose answer is kept under %s", (address, name) => {
    expect(callAt(address)?.name).toBe(name);
  });

  it("paces what is kept in whole seconds, and no faster than once a second", () => {
    const paces = ALL_CALLS.flatMap(({ fresh }) =>
      fresh === undefined || fresh.kept === "on-show"
        ? []
        : typeof fresh.everyMs === "number"
          ? [fresh.everyMs]
          : Object.values(fresh.everyMs.ms),
    );

    expect(paces.length).toBeGreaterThan(20);
    for (const ms of paces) expect([ms % 1_000, 1_000 <= ms]).toEqual([0, true]);
  });
});
