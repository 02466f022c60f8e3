// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { statusWords } from "./order-words.ts";
import { TradesPage } from "./trades-page.tsx";

const invented = holdInventedHttp();

const open = (view = "") => renderPage(<TradesPage />, { at: `/trades${view}` });
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const rowsOf = async (label: string) =>
  within(await screen.findByRole("table", { name: label })).getAllByRole("rowheader");

describe("the trades", () => {
  it("are listed with their fees and the agent's reason", async () => {
    open();

    expect(await rowsOf("Trades")).toHaveLength(5);
    for (const heading of ["Time (ET)", "Symbol", "Side", "Quantity", "Price", "Total", "Fees"])
      expect(screen.getByRole("columnheader", { name: heading })).toBeTruthy();
    expect(screen.getByText(/AMD fell 3.02% from its trail high/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "CSV" }).getAttribute("href")).toBe("/api/trades.csv");
  });

  it("are filtered by symbol and side", async () => {
    open();
    await rowsOf("Trades");
    fireEvent.change(screen.getByLabelText("Filter by symbol"), { target: { value: "ts" } });
    expect(await rowsOf("Trades")).toHaveLength(1);

    fireEvent.click(screen.getByRole("button", { name: "Buys" }));
    expect(screen.getByText("Nothing matches")).toBeTruthy();
  });

  it("stand a part at a time, sorted as a whole, and say that there may be older ones", async () => {
    const [trade] = invented.begin().trades;
    const total = (index: number) => 1_000 + index;
    invented.begin({
      trades: Array.from({ length: 100 }, (_, index) => ({
        ...trade!,
        id: String(index),
        total: total(index),
      })),
    });
    open();
    expect(await rowsOf("Trades")).toHaveLength(25);
    fireEvent.click(screen.getByRole("button", { name: "Total" }));
    expect(await screen.findByText("$1,099.00")).toBeTruthy();

    for (const shown of [50, 75, 100]) {
      fireEvent.click(screen.getByRole("button", { name: "Show 25 more" }));
      expect(await rowsOf("Trades")).toHaveLength(shown);
    }
    expect(screen.queryByRole("button", { name: /more$/ })).toBeNull();
    expect(screen.getByText(/The newest 100 are listed/)).toBeTruthy();
    const older = screen.getByRole("link", { name: "Download the newest 500 as CSV" });
    expect(older.getAttribute("href")).toBe("/api/trades.csv");

    fireEvent.change(screen.getByLabelText("Filter by symbol"), { target: { value: "ZZ" } });
    expect(screen.getByText(/None of the newest 100 does/)).toBeTruthy();
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
});

describe("the orders", () => {
  it("show their real state and what the broker said", async () => {
    open("?view=orders");

    expect(await rowsOf("Orders")).toHaveLength(3);
    for (const words of ["Partly filled", "Filled", "Rejected by the broker"])
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(screen.getByText(/insufficient buying power/)).toBeTruthy();
  });

  it("were not sent where something kept them, limits or a closed market", () => {
    expect(statusWords("denied")).toBe("Not sent");
  });

  it("can be canceled while they are open", async () => {
    open("?view=orders");
    await rowsOf("Orders");
    expect(screen.getAllByRole("button", { name: /^Cancel the order/ })).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "Cancel the order of AAPL" }));

    await said("Cancel Requested: AAPL: canceled.");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Cancel/ })).toBeNull());
  });

  it("say why one could not be canceled", async () => {
    invented.refuse("/api/orders/ABCDEFGHIJKLMNOPQRST/cancel", 409, {
      code: "order-final",
      error: "The order has been filled.",
    });
    open("?view=orders");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel the order of AAPL" }));

    await said("Cancel Failed: The order has been filled.");
  });
});

describe("the decision journal", () => {
  it("says each change of mind in a sentence", async () => {
    open("?view=journal");

    expect(await screen.findByText(/waits: the price is 1.2% above its trigger/)).toBeTruthy();
  });
});
