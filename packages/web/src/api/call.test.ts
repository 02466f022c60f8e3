import { CALLS } from "@sevenfold/contract/calls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { addressOf } from "./address-of.ts";
import { call } from "./call.ts";
import { isLost, isRefusedAs, problemOf, wordsOf } from "./problem-error.ts";

const answered = (status: number, body: string, statusText = "") =>
  problemOf(new Response(body, { status, statusText }));

describe("a refusal", () => {
  it("is told apart by a code of the contract, and by none that is not", async () => {
    const problem = await answered(409, JSON.stringify({ code: "changed-meanwhile", error: "No" }));

    expect(isRefusedAs(problem, "changed-meanwhile")).toBe(true);
    // @ts-expect-error: no call fails by that.
    expect(isRefusedAs(problem, "changed-since")).toBe(false);
    // @ts-expect-error: nor is anything compared with it.
    expect(problem.code === "changed-since").toBe(false);
  });

  it("is said by details, else error, else message", async () => {
    const words = async (body: object) => (await answered(400, JSON.stringify(body))).message;

    expect(await words({ details: "a", error: "b", message: "c" })).toBe("a");
    expect(await words({ error: "b", message: "c" })).toBe("b");
    expect(await words({ details: "", message: "c" })).toBe("c");
    expect(await words({})).toBe("An error occurred");
  });

  it("is said by its text, its status or its number where it is no JSON", async () => {
    expect((await answered(502, "Bad gateway, sorry")).message).toBe("Bad gateway, sorry");
    expect((await answered(502, "", "Bad Gateway")).message).toBe("Bad Gateway");
    expect((await answered(502, "")).message).toBe("HTTP 502 Error");
    expect(wordsOf(new TypeError("odd"), "Failed to place order")).toBe("Failed to place order");
  });
});

describe("an address", () => {
  it("carries names in the path and the rest in the query", () => {
    expect(addressOf(CALLS.removeFromWatchlist, { ticker: "BRK.B" })).toBe("/api/watchlist/BRK.B");
    expect(addressOf(CALLS.listBars, { symbol: "AAPL", interval: "day" })).toBe(
      "/api/market/bars?symbol=AAPL&interval=day",
    );
  });
});

describe("an answer that stays away", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.each([
    ["before its head", () => new Promise<Response>(() => {})],
    ["after its head", async () => new Response(new ReadableStream())],
  ])("%s is given up when its time is over, and is lost", async (_where, answer) => {
    const time = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal);
    vi.stubGlobal("fetch", (_address: string, { signal }: RequestInit) =>
      untilAborted(answer(), signal),
    );
    const asked = call(CALLS.cancelAll, {}).catch((thrown: unknown) => thrown);
    await Promise.resolve();
    time.abort();

    expect(isLost(await asked)).toBe(true);
  });

  it.each([
    ["empty", ""],
    ["a page of what stands between", "<html>Welcome to our hotel</html>"],
    ["broken off", JSON.stringify({ orders: [] }).slice(0, 5)],
  ])("is one that is %s", async (_what, text) => {
    vi.stubGlobal("fetch", async () => new Response(text));

    expect(isLost(await call(CALLS.cancelAll, {}).catch((thrown: unknown) => thrown))).toBe(true);
  });
});

/** As a browser does: neither the head nor what follows it comes once it was given up. */
async function untilAborted(
  answer: Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const aborted = new Promise<never>((_, fail) => {
    signal?.addEventListener("abort", () => fail(signal.reason));
  });
  const response = await Promise.race([answer, aborted]);
  vi.spyOn(response, "json").mockReturnValue(aborted);
  return response;
}
