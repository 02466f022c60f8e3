// @vitest-environment happy-dom
import type { TradeView } from "@sevenfold/contract/orders";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { hideValues } from "../ui/appearance.ts";
import { statusWords } from "./order-words.ts";
import { TradesPage } from "./trades-page.tsx";

const invented = holdInventedHttp();

const open = (view = "") => renderPage(<TradesPage />, { at: `/trades${view}` });
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const rowsOf = async (label: string) =>
  within(await screen.findByRole("table", { name: label })).getAllByRole("rowheader");

/** One of another minute each, the newest first; a hundred reach back about a week. */
const someTrades = (count: number, name = "trade"): TradeView[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${name} ${index}`,
    ts: new Date(Date.UTC(2026, 0, 22, 15) - index * 6_000_000).toISOString(),
    ticker: "AAPL",
    side: "BUY" as const,
    shares: 1,
    price: 1_001 + index,
    fees: 0,
    total: 5_001 + index,
    realizedPL: null,
    origin: "manual" as const,
    reason: null,
  }));

const PART = 25;

/** Shows so many more rows, a part at a time. */
async function showAll(count: number): Promise<void> {
  for (let left = count; 0 < left; left -= PART)
    fireEvent.click(
      await screen.findByRole("button", { name: `Show ${Math.min(PART, left)} more` }),
    );
}

/** Loads older rows, so many, and shows them. */
async function showOlder(count: number): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: /^Show older/ }));
  await showAll(count);
}

describe("the trades", () => {
  it("are listed with their fees and the agent's reason", async () => {
    open();

    expect(await rowsOf("Trades")).toHaveLength(5);
    for (const heading of ["Time (ET)", "Symbol", "Side", "Quantity", "Price", "Total", "Fees"])
      expect(screen.getByRole("columnheader", { name: heading })).toBeTruthy();
    expect(screen.getByText(/AMD fell 3.02% from its trail high/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Whole history as CSV" }).getAttribute("href")).toBe(
      "/api/trades.csv",
    );
  });

  it("are filtered by symbol and side", async () => {
    open();
    await rowsOf("Trades");
    fireEvent.change(screen.getByLabelText("Filter by symbol"), { target: { value: "ts" } });
    expect(await rowsOf("Trades")).toHaveLength(1);

    fireEvent.click(screen.getByRole("button", { name: "Buys" }));
    expect(screen.getByText("Nothing matches")).toBeTruthy();
  });

  it("stand a part at a time, sorted as a whole, and go on to the first one", async () => {
    invented.begin({ trades: someTrades(330) });
    open();
    expect(await rowsOf("Trades")).toHaveLength(25);
    fireEvent.click(screen.getByRole("button", { name: "Total" }));
    expect(await screen.findByText("$5,100.00")).toBeTruthy();

    await showAll(75);
    expect(screen.getByText("The newest 100, back to Jan 15, 2026.")).toBeTruthy();
    await showOlder(100);
    expect(screen.getByText("The newest 200, back to Jan 8, 2026.")).toBeTruthy();
    await showOlder(100);
    await showOlder(30);

    expect(await screen.findByText("$5,330.00")).toBeTruthy();
    expect(await rowsOf("Trades")).toHaveLength(330);
    expect(screen.getByText("330 in all, back to the first on Dec 30, 2025.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
    const pages = invented.heard("GET", "/api/trades/page").map(({ query }) => query);
    expect(pages.filter((query) => query !== "?limit=1")).toHaveLength(3);
  });

  it("keep older ones below what is traded meanwhile, each once", async () => {
    const world = invented.begin({ trades: someTrades(150) });
    open();
    await showAll(75);
    await showOlder(50);
    await screen.findByText(/^150 in all/);

    world.trades = [...someTrades(3, "new"), ...world.trades];
    fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
    await said("Refresh Complete");
    await showAll(3);
    await screen.findByText(/^153 in all/);
  });

  it("begin anew where what was loaded does not reach the newest any more", async () => {
    const world = invented.begin({ trades: someTrades(150) });
    open();
    await showAll(75);
    await showOlder(50);
    await screen.findByText(/^150 in all/);

    world.trades = someTrades(400, "of another account");
    fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
    await screen.findByText(/^The newest 100, back to/);
  });

  it("say why older ones could not be loaded, and are asked for again", async () => {
    invented.begin({ trades: someTrades(150) });
    open();
    await showAll(75);
    invented.refuse("/api/trades/page", 503, { code: "away", error: "The database is away." });
    fireEvent.click(screen.getByRole("button", { name: "Show older trades" }));
    await screen.findByText(/Older trades could not be loaded. The database is away./);
    expect(await rowsOf("Trades")).toHaveLength(100);

    invented.accept("/api/trades/page");
    await showOlder(50);
    await screen.findByText(/^150 in all/);
  });

  it("of a symbol are looked for among all there are, not only the newest", async () => {
    const old = { ...someTrades(1)[0]!, id: "old", ticker: "ORCL", ts: "2025-02-03T15:00:00.000Z" };
    invented.begin({ trades: [...someTrades(150), old] });
    open();
    await rowsOf("Trades");
    fireEvent.change(screen.getByLabelText("Filter by symbol"), { target: { value: "or" } });
    expect(await screen.findByText(/type the whole symbol to look through all/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Filter by symbol"), { target: { value: "orcl" } });

    expect(await screen.findByText("1 in all, back to the first on Feb 3, 2025.")).toBeTruthy();
    expect(await rowsOf("Trades")).toHaveLength(1);
    const file = screen.getByRole("link", { name: "All of these as CSV" });
    expect(file.getAttribute("href")).toBe("/api/trades.csv?ticker=ORCL");
  });

  it("of a year are all of that year, and its file too", async () => {
    const present = new Date().getFullYear();
    const old = { ...someTrades(1)[0]!, id: "old", ts: `${present - 3}-02-03T15:00:00.000Z` };
    invented.begin({ trades: [...someTrades(150), old] });
    open();
    await rowsOf("Trades");
    fireEvent.change(await screen.findByLabelText("Year"), {
      target: { value: String(present - 2) },
    });

    expect(await screen.findByText("Nothing matches")).toBeTruthy();
    const file = screen.getByRole("link", { name: "All of these as CSV" });
    expect(file.getAttribute("href")).toBe(`/api/trades.csv?year=${present - 2}`);
  });

  it("say that there are none", async () => {
    invented.begin({ trades: [] });
    open();

    expect(await screen.findByText("No trades yet")).toBeTruthy();
  });

  it("are asked for again, and say so, or why not", async () => {
    open();
    await rowsOf("Trades");
    fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
    await said("Refresh Complete");

    invented.refuse("/api/trades", 503, { code: "away", error: "Away" });
    fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
    await said("Refresh Failed: Unable to refresh trade history. Please try again.");
    expect(await rowsOf("Trades")).toHaveLength(5);
  });

  it("are not all that is asked for again: so is what moved without a trade", async () => {
    open("?view=activities");
    await waitFor(() => expect(invented.heard("GET", "/api/activities")).toHaveLength(1));
    await invented.debounced();
    invented.refuse("/api/activities", 503, { code: "away", error: "Away" });
    fireEvent.click(screen.getByRole("button", { name: "Refresh" }));

    await said("Refresh Failed");
    expect(screen.getByLabelText("Notices").textContent).not.toContain("Refresh Complete");
  });
});

describe("the orders", () => {
  it("show their real state and what the broker said", async () => {
    open("?view=orders");

    expect(await rowsOf("Orders")).toHaveLength(3);
    for (const words of ["Partly filled", "Filled", "Rejected by the broker"])
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(screen.getByText(/insufficient buying power/)).toBeTruthy();
    act(() => hideValues(true));
    expect(screen.getByText(/insufficient buying power/).textContent).toContain("•••••hidden is");
    hideValues(false);
  });

  it("were not sent where something kept them, limits or a closed market", () => {
    expect(statusWords("denied")).toBe("Not sent");
  });
});

describe("a demo's orders", () => {
  it("say why there are none beside its past trades", async () => {
    invented.begin({ orders: [] });
    open("?view=orders");

    expect(await screen.findByText("No orders since you came")).toBeTruthy();
    expect(screen.getByText(/past trades come from a backtest/)).toBeTruthy();
  });

  it("are simply none yet for a member", async () => {
    const { user } = invented.begin();
    invented.begin({ orders: [], user: { ...user, isDemo: false } });
    open("?view=orders");

    expect(await screen.findByText("No orders yet")).toBeTruthy();
  });
});

describe("the decision journal", () => {
  const linesOf = async () =>
    within(await screen.findByRole("list", { name: "Decisions" })).getAllByRole("listitem");

  it("says each change of mind in a sentence, and folds waiting away", async () => {
    open("?view=journal");

    expect(await screen.findByText(/NVDA cools down after its last trade/)).toBeTruthy();
    expect(screen.queryByText(/AAPL waits/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "All" }));
    expect(await screen.findByText(/AAPL waits: the price is 1.2% above its trigger/)).toBeTruthy();
    const lines = await linesOf();
    expect(lines).toHaveLength(2);
    for (const word of ["Waiting", "Blocked"])
      expect(lines.filter((line) => within(line).queryByText(word))).toHaveLength(1);
  });

  it("is narrowed to a verdict and a symbol by the server, and its file too", async () => {
    invented.begin({
      decisions: Array.from({ length: 260 }, (_, index) => ({
        at: new Date(Date.UTC(2026, 0, 22, 15) - index * 60_000).toISOString(),
        ticker: index % 2 ? "AAPL" : "NVDA",
        verdict: ["waiting", "waiting", "blocked", "entered"][index % 4]!,
        gate: null,
        price: 100,
        provider: null,
        providerName: null,
        priceAt: null,
        reference: null,
        trigger: null,
        explanation: `Line ${index}.`,
        patterns: [],
      })),
    });
    open("?view=journal");
    await showAll(75);
    expect(screen.getByText(/^The newest 100, back to/)).toBeTruthy();
    await showOlder(30);
    await screen.findByText(/^130 in all/);

    fireEvent.click(screen.getByRole("button", { name: "Blocked" }));
    await screen.findByText("Line 2.");
    await waitFor(() => expect(screen.queryByText("Line 3.")).toBeNull());
    fireEvent.change(screen.getByLabelText("Filter by symbol"), { target: { value: "NVDA" } });
    await showAll(40);
    await screen.findByText(/^65 in all/);
    const file = () => screen.getByRole("link", { name: "All of these as CSV" });
    await waitFor(() =>
      expect(file().getAttribute("href")).toBe("/api/decisions.csv?ticker=NVDA&verdicts=blocked"),
    );
  });

  it("says where to find what the agent waits for, where it did nothing else", async () => {
    invented.begin({ decisions: [] });
    open("?view=journal");

    expect(await screen.findByText("Choose All to see what the agent waits for.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "All" }));
    expect(await screen.findByText("No decisions yet")).toBeTruthy();
  });
});
