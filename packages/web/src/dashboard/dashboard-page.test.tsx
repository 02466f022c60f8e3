// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { AddStock } from "./add-stock.tsx";
import { MetricCards } from "./metric-cards.tsx";
import { RecentTrades } from "./recent-trades.tsx";
import { SystemStatus } from "./system-status.tsx";
import { WatchlistTable } from "./watchlist-table.tsx";

const invented = holdInventedHttp();

describe("the recent trades", () => {
  it("say what stands there once something has traded", async () => {
    invented.begin({ trades: [] });
    renderPage(<RecentTrades className="" />);

    expect(await screen.findByText("No trades executed yet")).toBeTruthy();
    expect(
      screen.getByText("Trades will appear here once the strategy starts executing"),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "View All Trades" }).getAttribute("href")).toBe(
      "/trades",
    );
  });

  it("give the worker's reason", async () => {
    renderPage(<RecentTrades className="" />);

    expect(await screen.findByText(/AMD fell 3.02% from its trail high/)).toBeTruthy();
  });
});

describe("the metric cards", () => {
  it("give the day's change with its sign", async () => {
    renderPage(<MetricCards className="" />);

    const words = await screen.findByText((_, part) => / today$/.test(part?.textContent ?? ""), {
      selector: "span:has(> .figure)",
    });
    expect(words.textContent).toMatch(/^[+−]\$[\d,.]+ today$/);
  });

  it("say that a figure failed, and load it on Retry", async () => {
    invented.refuse("/api/account", 500, { code: "broken", error: "Broken" });
    renderPage(<MetricCards className="" />);

    expect(await screen.findAllByText("Failed to load data")).toHaveLength(2);
    invented.accept("/api/account");
    fireEvent.click(screen.getAllByRole("button", { name: "Retry" })[0]!);
    expect(await screen.findByText("$73,841.27")).toBeTruthy();
  });
});

describe("the system's status", () => {
  it("says what is disconnected and where to look", async () => {
    invented.begin({ online: false });
    renderPage(<SystemStatus className="" />);

    expect(await screen.findByText("Disconnected • Check worker process")).toBeTruthy();
    // Only a worker hears the broker: without one nobody knows.
    expect(screen.getByText("– • No worker hears it")).toBeTruthy();
    expect(screen.getByText("Inactive • No data feed")).toBeTruthy();
    expect(screen.getByText("Max position 12% • Daily loss 3%")).toBeTruthy();
  });
});

describe("the watchlist", () => {
  it("is a table of every watched and held stock, and opens a ticket", async () => {
    invented.begin({ watched: ["TSLA", "MSFT"] });
    renderPage(<WatchlistTable className="" />);

    const table = await screen.findByRole("table");
    const rows = within(table)
      .getAllByRole("rowheader")
      .map((cell) => cell.textContent?.match(/[A-Z]{2,5}/)?.[0]);
    expect(rows).toEqual([...rows].sort());
    expect(screen.getByText(`Stock Watchlist (${rows.length} stocks)`)).toBeTruthy();

    fireEvent.click(screen.getByRole("button", { name: "Buy TSLA" }));
    await waitFor(() =>
      expect(screen.getByLabelText("Address").textContent).toContain("trade=TSLA&side=buy"),
    );
  });

  it("has a line of the last sessions and the pattern that stands in each row", async () => {
    invented.begin({ watched: ["TSLA", "MSFT"] });
    renderPage(<WatchlistTable className="" />);
    const table = within(await screen.findByRole("table"));
    const rowOf = (ticker: string) => within(table.getByText(ticker).closest("tr")!);

    expect(await rowOf("TSLA").findByText(/[+−]\d+\.\d\d% over 30 sessions/)).toBeTruthy();
    expect(rowOf("MSFT").getByText("Morning star")).toBeTruthy();
    expect(rowOf("TSLA").queryByText("Morning star")).toBeNull();
  });

  it("shows the company as one types and adds it with Enter", async () => {
    invented.begin({ watched: [] });
    renderPage(<AddStock />);
    fireEvent.click(screen.getByRole("button", { name: "Add Stock" }));
    const input = screen.getByLabelText("Symbol to watch");
    expect((screen.getByRole("button", { name: "Add" }) as HTMLButtonElement).disabled).toBe(true);

    fireEvent.change(input, { target: { value: "msft" } });
    expect(await screen.findByText(/Microsoft Corporation · Technology/)).toBeTruthy();
    fireEvent.submit(input);
    await screen.findByText(/Stock added to watchlist/);
    expect(invented.heard("POST", "/api/watchlist").map(({ body }) => body)).toEqual([
      { ticker: "MSFT" },
    ]);
  });

  it("says of a stock that is watched that it is already", async () => {
    invented.begin({ watched: ["MSFT"] });
    renderPage(<AddStock />);
    fireEvent.click(screen.getByRole("button", { name: "Add Stock" }));
    const input = screen.getByLabelText("Symbol to watch");
    await waitFor(() => expect(invented.heard("GET", "/api/watchlist")).toHaveLength(1));
    fireEvent.change(input, { target: { value: "msft" } });
    fireEvent.submit(input);

    await screen.findByText(/MSFT is on the watchlist already/);
    expect(screen.queryByText(/watched from now on/)).toBeNull();
  });

  it("cuts nothing off what is pasted, and says what is too long to be a symbol", async () => {
    invented.begin({ watched: [] });
    renderPage(<AddStock />);
    fireEvent.click(screen.getByRole("button", { name: "Add Stock" }));
    const input = screen.getByLabelText<HTMLInputElement>("Symbol to watch");
    expect(input.maxLength).toBe(-1);
    fireEvent.change(input, { target: { value: " googl.mx " } });

    await screen.findByText("A symbol has at most 5 characters");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add" }).disabled).toBe(true);
    fireEvent.submit(input);
    fireEvent.change(input, { target: { value: " googl " } });
    await screen.findByText(/^Alphabet Inc\./);
    fireEvent.submit(input);
    await screen.findByText(/Stock added to watchlist/);
    expect(invented.heard("POST", "/api/watchlist").map(({ body }) => body)).toEqual([
      { ticker: "GOOGL" },
    ]);
  });

  it("says why a stock was not added, and Escape closes the input", async () => {
    renderPage(<AddStock />);
    fireEvent.click(screen.getByRole("button", { name: "Add Stock" }));
    const input = screen.getByLabelText("Symbol to watch");
    fireEvent.change(input, { target: { value: "QQQQQ" } });
    fireEvent.submit(input);

    await screen.findByText(/Failed to add stock: Unknown symbol: QQQQQ/);
    fireEvent.keyDown(input, { key: "Escape" });
    expect(screen.queryByLabelText("Symbol to watch")).toBeNull();
  });
});

describe("a company's name that may be cut", () => {
  it("is whole for who points at it", async () => {
    invented.begin();
    renderPage(<WatchlistTable className="" />);

    const name = await screen.findByText("Advanced Micro Devices, Inc.");
    expect(name.getAttribute("title")).toBe(name.textContent);
  });
});
