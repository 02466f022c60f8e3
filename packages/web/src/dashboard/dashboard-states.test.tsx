// @vitest-environment happy-dom
import type { SymbolStateView, WorkerStatusView } from "@sevenfold/contract/worker";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { mutate } from "swr";
import { afterEach, describe, expect, it } from "vitest";
import { ACTIVE_STATE, endingIn, stateOf, TRADER } from "../testing/invented-account.ts";
import { type InventedWorld, workerStatusOf } from "../testing/invented-world.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { DashboardHeader } from "./dashboard-header.tsx";
import { DayCard } from "./day-card.tsx";
import { GrowthPanel } from "./growth-panel.tsx";
import { MetricCards } from "./metric-cards.tsx";
import { SidebarWatchlist } from "./sidebar-watchlist.tsx";
import { SystemStatus } from "./system-status.tsx";
import { WatchlistTable } from "./watchlist-table.tsx";

const invented = holdInventedHttp();
afterEach(() => invented.server.resetHandlers());
const AWAY = { code: "away", error: "Not now" };

/** The worker's answer, with something about it changed. */
const answerWith = (changed: (status: WorkerStatusView) => WorkerStatusView) => {
  const world = invented.begin({ watched: ["AAPL", "TSLA"] });
  invented.server.use(
    http.get("*/api/worker/status", () => HttpResponse.json(changed(workerStatusOf(world)))),
  );
};
const health = (status: WorkerStatusView, changes: Partial<WorkerStatusView["worker_health"]>) => ({
  ...status,
  worker_health: { ...status.worker_health, ...changes },
});
const symbol = (status: WorkerStatusView, changes: Partial<SymbolStateView>) => ({
  ...status,
  positions: status.positions.map((state) =>
    state.ticker === "AAPL" ? { ...state, ...changes } : state,
  ),
});

describe("the dashboard's header", () => {
  it("says that a demo ends before its trial, and when", async () => {
    invented.begin({ user: endingIn(5.5) });
    renderPage(<DashboardHeader />);

    expect(await screen.findByText("Demo ends first, in 5h")).toBeTruthy();
    expect(screen.getByText("7 days left in trial")).toBeTruthy();
  });

  it("says how long the trial lasts", async () => {
    invented.begin({ user: TRADER });
    renderPage(<DashboardHeader />);

    expect(await screen.findByText(/^\d+ days left in trial$/)).toBeTruthy();
    for (const name of ["Refresh Data", "Quick Trade"])
      expect(screen.getByRole("button", { name })).toBeTruthy();
    expect(screen.getByRole("link", { name: "AI Settings" }).getAttribute("href")).toBe(
      "/settings",
    );
  });

  it("leads to the prices where a payment is due", async () => {
    invented.begin({ plan: "premium", isPastDue: true });
    renderPage(<DashboardHeader />);

    const badge = await screen.findByRole("link", { name: "Payment Required" });
    expect(badge.getAttribute("href")).toBe("/pricing");
  });
});

describe("the account's figures", () => {
  it("stand in four cards", async () => {
    renderPage(<MetricCards className="" />);

    expect(await screen.findByText("Ready to invest")).toBeTruthy();
    for (const label of ["Portfolio Value", "Available Cash", "Total P&L", "Goal Progress"])
      expect(screen.getByText(label)).toBeTruthy();
    expect(await screen.findByText("5 trades today")).toBeTruthy();
    expect((await screen.findByText(/^of/)).textContent).toBe("of $700,000");
  });

  it("take the same room before the first trade of a day as after it", async () => {
    invented.begin({ trades: [] });
    renderPage(<MetricCards className="" />);

    expect(await screen.findByText("No trades today")).toBeTruthy();
  });

  it("show a dash for today's change and say why, where it is unknown", async () => {
    const unknownBecause = "No equity was recorded at the previous close.";
    invented.server.use(
      http.get("*/api/portfolio/daily-change", () =>
        HttpResponse.json({
          dailyChange: null,
          dailyChangePercent: null,
          unknownBecause,
          todayTradesCount: 0,
          change24h: null,
          change24hPercent: null,
        }),
      ),
    );
    renderPage(
      <>
        <MetricCards className="" />
        <DayCard className="" />
      </>,
    );

    expect(await screen.findByText(unknownBecause)).toBeTruthy();
    const isDash = (_: string, part: Element | null) => part?.textContent === "– today";
    expect(await screen.findByText(isDash, { selector: "span" })).toBeTruthy();
    expect(document.body.textContent).not.toContain("$0.00");
  });

  it("are ready to be invested only where they are known, and something can be bought", async () => {
    const message = "Alpaca does not answer.";
    invented.begin({ accountState: stateOf("paused", "Paused", message) });
    const { unmount } = renderPage(<MetricCards className="" />);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByText("Ready to invest")).toBeNull();
    unmount();

    invented.begin();
    renderPage(<MetricCards className="" />);
    expect(await screen.findByText("Ready to invest")).toBeTruthy();
  });

  it("are dashes for an account that its broker has not shown", async () => {
    const state = stateOf("pending", "Pending", "E*TRADE wants you to allow Sevenfold in.");
    invented.server.use(
      http.get("*/api/account", () =>
        HttpResponse.json({ state, equity: null, cash: null, availableCash: null, openOrders: 0 }),
      ),
    );
    renderPage(<MetricCards className="" />);

    await waitFor(() =>
      expect(screen.getByText("Available Cash").parentElement?.textContent).toBe(
        `Available Cash–${state.message}`,
      ),
    );
    expect(screen.getByText("Portfolio Value").parentElement?.textContent).toContain("–");
    await waitFor(() =>
      expect(screen.getByText("Total P&L").parentElement?.textContent).toBe(
        "Total P&L–– unrealized",
      ),
    );
  });

  it("show a dash for the equity while a price is unknown", async () => {
    invented.server.use(
      http.get("*/api/account", () =>
        HttpResponse.json({
          id: "a1",
          mode: "paper",
          provider: "alpaca",
          label: "Primary Account",
          venuePrices: "own",
          state: ACTIVE_STATE,
          openOrders: 0,
          equity: null,
          cash: 1_000,
          availableCash: 1_000,
        }),
      ),
    );
    renderPage(
      <>
        <MetricCards className="" />
        <GrowthPanel className="" />
      </>,
    );

    expect((await screen.findByText("Portfolio Value")).parentElement?.textContent).toMatch(
      /^Portfolio Value(Loading Portfolio Value|–)/,
    );
    expect(await screen.findByText("$1,000.00")).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByText("Portfolio Value").parentElement?.textContent).toContain("–"),
    );
    expect((await screen.findByText("Current")).parentElement?.textContent).toBe("Current–");
    expect(screen.queryByText(/ to 2x$/)).toBeNull();
  });

  it("of the day say that they failed, and load again", async () => {
    invented.refuse("/api/portfolio/daily-change", 503, AWAY);
    renderPage(<DayCard className="" />);
    expect(await screen.findByText("Failed to load daily change data")).toBeTruthy();
    invented.accept("/api/portfolio/daily-change");
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));

    expect((await screen.findByText("24h Change")).textContent).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/Failed to load/)).toBeNull());
  });

  it("of the challenge are start, current and goal", async () => {
    renderPage(<GrowthPanel className="" />);

    expect(await screen.findByText("$100,000.00")).toBeTruthy();
    expect(screen.getByText("$700,000.00")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "Progress to the goal" })).toBeTruthy();
    expect(screen.getByText("7x Growth Challenge")).toBeTruthy();
  });
});

describe("the system's state", () => {
  const words = async (text: string | RegExp) => expect(await screen.findByText(text)).toBeTruthy();

  it("names all six parts while they are well", async () => {
    answerWith((status) => status);
    renderPage(<SystemStatus className="" />);

    await words(/^Connected • Last ping \d+s ago$/);
    for (const part of ["Trading Worker", "Brokerage", "Market Data", "Risk Limits"])
      expect(screen.getByText(part)).toBeTruthy();
    await words("Active • Live prices");
    await words("TRAILING • Cool-down 10m • After hours off");
    await words(/^Open • Closes in/);
  });

  it.each<[string, (status: WorkerStatusView) => WorkerStatusView, string | RegExp]>([
    [
      "a worker that reports a fault of its own",
      (s) => health(s, { error: "Out of memory" }),
      "Disconnected • Check worker process",
    ],
    [
      "a ping that is late",
      (s) => health(s, { last_ping: "2025-01-01T00:00:00.000Z" }),
      /^Connected • Last ping .* ago, late$/,
    ],
    [
      "a brokerage that is away",
      (s) => health(s, { alpaca_connected: false }),
      "Disconnected • Check API keys",
    ],
    [
      "prices that stopped",
      (s) => ({ ...s, market_data: { ...s.market_data, state: "cached" } }),
      "Inactive • No data feed",
    ],
    [
      "prices that rest with the market",
      (s) => ({
        ...s,
        market_data: { ...s.market_data, state: "quiet" },
        market_hours: { is_open: false, closes_in: null },
      }),
      "Quiet • The market is closed",
    ],
    [
      "the day's loss limit",
      (s) => ({ ...s, risk: { ...s.risk, is_halted: true } }),
      "Halted • Daily loss limit 3% reached",
    ],
    [
      "a closed market",
      (s) => ({ ...s, market_hours: { is_open: false, closes_in: null } }),
      "Closed",
    ],
    [
      "the worker's own message",
      (s) => ({ ...s, message: "Taking over the account." }),
      "Taking over the account.",
    ],
  ])("says %s", async (_what, changed, said) => {
    answerWith(changed);
    renderPage(<SystemStatus className="" />);

    await words(said);
  });
});

describe("a row of the watchlist", () => {
  const rowOf = async (changes: Partial<SymbolStateView>) => {
    answerWith((status) => symbol(status, changes));
    renderPage(<WatchlistTable className="" />);
    return within((await screen.findByRole("rowheader", { name: /AAPL/ })).closest("tr")!);
  };

  it.each([
    [{ trail_status: "armed", cooldown_remaining: 0 }, "Armed"],
    [{ trail_status: "cooldown", cooldown_remaining: 301 }, "Cooldown 6m"],
    [{ trail_status: "halted", cooldown_remaining: 0 }, "Risk Limit"],
  ] as const)("as %j has the badge %s", async (changes, badge) => {
    expect((await rowOf(changes)).getByText(badge)).toBeTruthy();
  });

  it.each([
    ["what it cost", { shares: 20, avg_price: 100 }, "20 shares$2,000.00"],
    ["that it is only watched", { shares: 0, avg_price: null }, "No positionWatching"],
  ] as const)("says %s", async (_what, changes, words) => {
    const cells = (await rowOf(changes)).getAllByRole("cell");

    expect(cells.map(({ textContent }) => textContent)).toContain(words);
  });

  it.each([
    ["buy", "Buy signal"],
    ["sell", "Sell signal"],
  ] as const)("with a %s signal has its border and says so", async (signal, badge) => {
    answerWith((status) => ({
      ...status,
      trails: { ...status.trails, AAPL: { ...status.trails.AAPL!, signal } },
    }));
    renderPage(<WatchlistTable className="" />);
    const header = await screen.findByRole("rowheader", { name: /AAPL/ });

    expect(within(header).getByText(badge)).toBeTruthy();
    expect(header.className).toContain(signal === "buy" ? "border-l-loss" : "border-l-gain");
  });

  it("is marked as cached, and no longer as live, once prices have stopped", async () => {
    answerWith((status) => ({
      ...status,
      market_data: { ...status.market_data, state: "cached" },
    }));
    renderPage(<WatchlistTable className="" />);
    const header = await screen.findByRole("rowheader", { name: /AAPL/ });

    expect(within(header).getByText(", Cached")).toBeTruthy();
    const legend = screen.getByRole("list", { name: "Data quality" });
    expect(legend.textContent).toBe("Live dataPrice onlyCached");
  });

  it("keeps its last figures, with their age, when a refresh fails", async () => {
    invented.begin({ watched: ["AAPL"] });
    renderPage(<WatchlistTable className="" />);
    await screen.findByRole("rowheader", { name: /AAPL/ });
    expect(screen.getByText(/^Updated \d+s ago$/)).toBeTruthy();
    invented.refuse("/api/worker/status", 503, AWAY);
    await act(() => mutate("/api/worker/status"));

    expect(await screen.findByText(/^As of .* ET/)).toBeTruthy();
    expect(screen.getByRole("rowheader", { name: /AAPL/ })).toBeTruthy();
  });
});

describe("the watchlist beside a wide page", () => {
  const wide = (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM;
  const open = (changes: Partial<InventedWorld> = {}) => {
    invented.begin(changes);
    wide.setViewport({ width: 1440 });
    renderPage(<SidebarWatchlist />);
  };

  it("says that it is connected, and removes a stock", async () => {
    open({ watched: ["AMC", "TSLA"] });
    const list = within(await screen.findByRole("complementary", { name: "Watchlist" }));
    expect(await list.findByText("Stock Watchlist - 8 Stocks")).toBeTruthy();
    expect(list.getByText("Active")).toBeTruthy();
    expect(list.getByText("Connected")).toBeTruthy();
    expect(list.getByText(/Real-time monitoring with 4% rule triggers/)).toBeTruthy();
    // Once it is known what is watched, and not only held.
    fireEvent.click(await list.findByRole("button", { name: "Remove AMC from the watchlist" }));

    await screen.findByText(/Stock removed from watchlist/);
  });

  it.each([
    ["the next stock", "ABNB", "Remove AMC from the watchlist"],
    ["the one before, after the last", "TSLA", "Remove AMC from the watchlist"],
  ])("leads the focus from a removed stock to %s", async (_where, removed, next) => {
    open({ watched: ["ABNB", "AMC", "TSLA"] });
    const button = await screen.findByRole("button", {
      name: `Remove ${removed} from the watchlist`,
    });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(button.isConnected).toBe(false));

    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(next));
  });

  it("leads the focus from the only stock to what adds another", async () => {
    open({ watched: ["AMC"] });
    const button = await screen.findByRole("button", { name: "Remove AMC from the watchlist" });
    button.focus();
    fireEvent.click(button);

    await waitFor(() => expect(document.activeElement?.textContent).toBe("Add Stock"));
  });

  it("leaves the focus where it is when a stock was not removed", async () => {
    open({ watched: ["AMC", "TSLA"] });
    const button = await screen.findByRole("button", { name: "Remove AMC from the watchlist" });
    invented.refuse("/api/watchlist/AMC", 503, AWAY);
    button.focus();
    fireEvent.click(button);
    await screen.findByText(/Failed to remove stock: Not now/);

    expect(document.activeElement).toBe(button);
  });

  it("says why a stock was not removed", async () => {
    open({ watched: ["AMC"] });
    const remove = await screen.findByRole("button", { name: "Remove AMC from the watchlist" });
    invented.refuse("/api/watchlist/AMC", 503, AWAY);
    fireEvent.click(remove);

    await screen.findByText(/Failed to remove stock: Not now/);
  });

  it("says that it is offline while the worker is", async () => {
    open({ online: false, watched: ["AMC"] });

    expect(await screen.findByText("Offline")).toBeTruthy();
    expect(screen.getByText("(connecting...)")).toBeTruthy();
  });

  it("says that it is offline once the server no longer answers", async () => {
    open({ watched: ["AMC"] });
    await screen.findByText("Connected");
    invented.refuse("/api/worker/status", 503, AWAY);
    await act(() => mutate("/api/worker/status").catch(() => {}));

    expect(await screen.findByText("Offline")).toBeTruthy();
    expect(screen.getByText("AMC")).toBeTruthy();
  });
});
