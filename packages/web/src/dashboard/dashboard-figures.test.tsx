// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { mutate } from "swr";
import { afterEach, describe, expect, it } from "vitest";
import { ACTIVE_STATE, endingIn, stateOf, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { DashboardHeader } from "./dashboard-header.tsx";
import { DayCard } from "./day-card.tsx";
import { GrowthPanel } from "./growth-panel.tsx";
import { MetricCards } from "./metric-cards.tsx";

const invented = holdInventedHttp();
afterEach(() => invented.server.resetHandlers());

const AWAY = { code: "away", error: "Not now" };

describe("the dashboard's figures", () => {
  it.each([
    ["/api/account", 2],
    ["/api/positions", 1],
    ["/api/portfolio", 2],
    ["/api/portfolio/daily-change", 1],
  ])("say how old they are where %s could not be read anew", async (path, cards) => {
    invented.begin({ user: TRADER });
    renderPage(
      <>
        <MetricCards className="" />
        <DayCard className="" />
        <GrowthPanel className="" />
      </>,
    );
    await screen.findByText("Ready to invest");
    await screen.findByText("Since previous close");
    await screen.findByText("A goal, not a forecast");
    expect(screen.queryByText(/^As of/)).toBeNull();
    invented.refuse(path, 503, AWAY);
    await act(() => mutate(path));

    expect(await screen.findAllByText(/^As of .* ET/)).toHaveLength(cards);
    expect(screen.getByText("Ready to invest")).toBeTruthy();
  });
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
  it("do not call an account ready to invest of which nothing is free", async () => {
    invented.begin({ cash: 0 });
    renderPage(<MetricCards className="" />);

    expect(await screen.findByText("Nothing is free to invest")).toBeTruthy();
    expect(screen.queryByText("Ready to invest")).toBeNull();
  });

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

  it("say why there is no 24h change of an account younger than that, and none unrealized", async () => {
    invented.begin({ sold: ["AAPL", "AMD", "COIN", "CRM", "JPM", "NVDA"] });
    invented.server.use(
      http.get("*/api/portfolio/daily-change", () =>
        HttpResponse.json({
          dailyChange: 12,
          dailyChangePercent: 0.01,
          unknownBecause: null,
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

    const why = "What it was worth 24 hours ago is not on record.";
    expect(await screen.findByText(why)).toBeTruthy();
    expect(await screen.findByText("Unrealized: nothing is held")).toBeTruthy();
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
    const value = await screen.findByText("Portfolio Value");
    await waitFor(() => expect(value.parentElement?.textContent).toContain("– today"));
    expect(value.parentElement?.textContent).not.toContain("– –");
    // The reason stands in its place: nothing moves when the figure comes.
    expect(screen.queryByText(/Since previous close/)).toBeNull();
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
