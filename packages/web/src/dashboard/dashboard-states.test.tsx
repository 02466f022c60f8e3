// @vitest-environment happy-dom
import type { SymbolStateView, WorkerStatusView } from "@sevenfold/contract/worker";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { mutate } from "swr";
import { afterEach, describe, expect, it } from "vitest";
import { workerStatusOf } from "../testing/invented-worker.ts";
import type { InventedWorld } from "../testing/invented-world.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
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
    ["what it cost", { shares: 20, cost_basis: 2_000 }, "20 shares$2,000.00"],
    ["that it is only watched", { shares: 0, cost_basis: null }, "No positionWatching"],
  ] as const)("says %s", async (_what, changes, words) => {
    const cells = (await rowOf(changes)).getAllByRole("cell");

    expect(cells.map(({ textContent }) => textContent)).toContain(words);
  });

  it("does not say that nothing is held where the broker has not shown the account", async () => {
    answerWith((status) => ({
      ...symbol(status, { shares: 0, cost_basis: null }),
      equity: null,
      account_state: { ...status.account_state, state: "pending" },
    }));
    renderPage(<WatchlistTable className="" />);

    expect(await screen.findAllByText("Watching")).not.toEqual([]);
    expect(screen.queryByText("No position")).toBeNull();
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
