// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { mutate } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { forgetPrices, takePrices } from "../live/price-store.ts";
import { BROKER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { PortfolioPage } from "./portfolio-page.tsx";
import { SummaryCards } from "./summary-cards.tsx";

// There is no canvas to draw on here; the journeys look at the real one.
vi.mock("../equity/equity-chart.tsx", () => ({ EquityChart: () => null }));

const invented = holdInventedHttp();
afterEach(() => invented.server.resetHandlers());

const open = async () => {
  renderPage(<PortfolioPage />, { at: "/portfolio" });
  await screen.findByText("Active Positions");
};

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

const tickers = () =>
  within(screen.getByRole("table", { name: "Active positions" }))
    .getAllByRole("rowheader")
    .map(({ textContent }) => textContent);

describe("the portfolio page", () => {
  it("shows four figures and a row for each position", async () => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });

    expect(tickers()).toEqual(["AAPL", "AMD", "COIN", "CRM", "JPM", "NVDA"]);
    for (const label of ["Total Value", "Total Return", "Cost Basis"])
      expect(screen.getAllByText(label).length).toBeGreaterThan(0);
    expect(screen.getAllByText("Day's Change")).toHaveLength(2);
    for (const heading of ["Shares", "Avg Cost", "Current Price", "Market Value", "Actions"])
      expect(screen.getByRole("columnheader", { name: heading })).toBeTruthy();
  });

  it("shows a dash for the day's change and says why, where it is unknown", async () => {
    const unknownBecause = "No equity was recorded at the previous close.";
    invented.server.use(
      http.get("*/api/portfolio/summary", () =>
        HttpResponse.json({
          totalValue: 1_000,
          positionCount: 0,
          totalGainLoss: 0,
          totalGainLossPercent: null,
          totalDayChange: null,
          totalDayChangePercent: null,
          unknownBecause,
          totalCostBasis: 0,
        }),
      ),
    );
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
    renderPage(<SummaryCards />);

    expect(await screen.findByText(unknownBecause)).toBeTruthy();
    const heading = screen.getByRole("heading", { name: "Day's Change" });
    expect(heading.parentElement?.textContent).toBe(`Day's Change–${unknownBecause}`);
  });

  it("sorts by a heading that is pressed", async () => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    press("Symbol");
    press("Symbol");

    expect(tickers()[0]).toBe("NVDA");
    expect(screen.getByRole("columnheader", { name: "Symbol" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
  });

  it("says that there is nothing, and refuses to sell it", async () => {
    invented.begin({ sold: ["AAPL", "AMD", "COIN", "CRM", "JPM", "NVDA"] });
    await open();
    expect(await screen.findByText("No Active Positions")).toBeTruthy();
    expect(await screen.findByText("Cash only")).toBeTruthy();
    expect(screen.getByText("Unrealized: nothing is held")).toBeTruthy();

    press("Emergency Sell All");
    await said("Clear Positions Failed: No positions to clear");
    expect(invented.heard("POST", "/api/positions/sell-all")).toEqual([]);
  });

  it("offers to sell everything also before it knows what is held", async () => {
    invented.refuse("/api/positions/with-prices", 503, { code: "away", error: "Not now" });
    await open();
    press("Emergency Sell All");
    const dialog = within(await screen.findByRole("alertdialog", { name: "Sell all positions" }));
    expect(dialog.getByText(/all that the account holds/)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText("Type SELL ALL to confirm"), {
      target: { value: "SELL ALL" },
    });
    fireEvent.click(dialog.getByRole("button", { name: "Sell everything" }));

    await waitFor(() => expect(invented.heard("POST", "/api/positions/sell-all")).toHaveLength(1));
    expect(screen.getByLabelText("Notices").textContent).not.toContain("No positions to clear");
  });

  it("says what failed, and tries again", async () => {
    invented.refuse("/api/positions/with-prices", 503, { code: "away", error: "Not now" });
    await open();
    expect(await screen.findByText("Not now", { exact: false })).toBeTruthy();
    invented.accept("/api/positions/with-prices");
    press("Retry");

    expect(await screen.findByRole("button", { name: "Sell all AAPL" })).toBeTruthy();
  });
});

describe("the portfolio's Refresh", () => {
  const REFUSED = { code: "away", error: "Not now" };

  it("says that the figures are up to date once all of them came", async () => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    const before = invented.heard("GET", "/api/positions/with-prices").length;
    press("Refresh");

    await said("Portfolio Refreshed: Positions and figures are up to date.");
    expect(invented.heard("GET", "/api/positions/with-prices").length).toBe(before + 1);
  });

  const PATHS = ["/api/positions/with-prices", "/api/portfolio/summary"];
  it.each(PATHS)("never says so where %s did not come", async (path) => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    invented.refuse(path, 503, REFUSED);
    press("Refresh");

    await said("Refresh Failed: Not now The figures shown are older.");
    expect(screen.getByLabelText("Notices").textContent).not.toContain("Portfolio Refreshed");
    invented.accept(path);
    press("Refresh");
    await said("Portfolio Refreshed");
  });

  it("leaves no figure without its age where what it is made of did not come", async () => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    for (const path of [...PATHS, "/api/account", "/api/positions", "/api/portfolio/daily-change"])
      invented.refuse(path, 503, REFUSED);
    press("Refresh");
    await said("Refresh Failed");

    for (const label of ["Total Value", "Total Return", "Day's Change", "Cost Basis"]) {
      const card = screen.getByRole("heading", { name: label }).parentElement!;
      expect(await within(card).findByText(/^As of .* ET/)).toBeTruthy();
    }
  });

  it("calls no figure old that is pushed, where only the sums were not read anew", async () => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    invented.refuse("/api/portfolio/summary", 503, REFUSED);
    press("Refresh");
    await screen.findByText(/^As of .* ET/);

    expect(screen.getAllByText(/^As of .* ET/)).toHaveLength(1);
  });
});

describe("what the server pushes", () => {
  it("moves the portfolio as it moves the dashboard, with nothing asked for again", async () => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    const row = screen.getByRole("rowheader", { name: "AAPL" }).parentElement!;
    const asked = invented.heard("GET", "/api/positions/with-prices").length;
    await act(async () => {
      takePrices({ AAPL: [400, Date.now()] });
      await new Promise(requestAnimationFrame);
    });
    expect(row.textContent).toContain("$400.00");
    expect(row.textContent).toContain("$8,000.00");

    const account = await (await fetch("/api/account")).json();
    await act(() => mutate("/api/account", { ...account, equity: 123_456 }, { revalidate: false }));
    expect(await screen.findByText("$123,456.00")).toBeTruthy();
    expect(invented.heard("GET", "/api/positions/with-prices")).toHaveLength(asked);
    forgetPrices();
  });
});

describe("selling a position whole", () => {
  it("asks first, sends every share and says so", async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Sell all AAPL" }));
    expect(await screen.findByText("Sell all 20 shares of AAPL")).toBeTruthy();
    expect(invented.heard("POST", "/api/positions/sell")).toEqual([]);
    press("Sell 20 shares");

    await said("Sell Order Submitted: Sell 20 shares of AAPL at market.");
    const [sent] = invented.heard("POST", "/api/positions/sell");
    expect(sent?.body).toEqual({ ticker: "AAPL", shares: 20 });
    expect(sent?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("says the server's words when it is refused", async () => {
    invented.refuse("/api/positions/sell", 422, {
      code: "not-enough-shares",
      error: "Not enough shares",
      details: "You hold 20 and 20 are already being sold.",
    });
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Sell all AAPL" }));
    await screen.findByText("Sell all 20 shares of AAPL");
    press("Sell 20 shares");

    await said("Sell Order Failed: You hold 20 and 20 are already being sold.");
  });
});

describe("the positions of an account that its broker has not shown", () => {
  it("are not known yet, and not none", async () => {
    const world = invented.begin({ sold: ["AAPL", "AMD", "COIN", "CRM", "JPM", "NVDA"] });
    const message = "E*TRADE wants you to allow Sevenfold in.";
    invented.server.use(
      http.get("*/api/account", () =>
        HttpResponse.json({
          id: "a1",
          mode: "live",
          provider: "etrade",
          label: "Mine",
          venuePrices: "own",
          state: { state: "pending", label: "Pending", message, reasons: [] },
          equity: null,
          cash: null,
          availableCash: null,
          openOrders: world.sold.length - 6,
        }),
      ),
    );
    await open();

    expect(await screen.findByText("Not Known Yet")).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByText("No Active Positions")).toBeNull();
  });
});

describe("a holding found at the broker", () => {
  it("is marked, and handed over with one press", async () => {
    invented.begin({ unmanaged: ["JPM"] });
    await open();
    expect(await screen.findByText("Unmanaged")).toBeTruthy();
    press("Let the agent manage JPM");

    await said("Holding Handed Over");
    await waitFor(() => expect(screen.queryByText("Unmanaged")).toBeNull());
  });
});

describe("syncing", () => {
  it("says what changed", async () => {
    await open();
    press("Sync Positions");

    await said("Sync Complete: Everything already matches your broker.");
  });

  it("says why it failed", async () => {
    invented.refuse("/api/positions/sync", 503, { code: "away" });
    await open();
    press("Sync Positions");

    await said("Sync Failed");
  });

  it.each(["Alpaca", "E*TRADE"])("names %s where nothing else says why it failed", async (name) => {
    invented.begin({ brokers: [{ ...BROKER, providerName: name }] });
    invented.server.use(http.post("*/api/positions/sync", () => new HttpResponse("no JSON")));
    await open();
    await waitFor(() => expect(invented.heard("GET", "/api/brokers")).toHaveLength(1));
    await act(() => invented.debounced());
    press("Sync Positions");

    await said(`Sync Failed: Failed to sync positions from ${name}`);
  });
});
