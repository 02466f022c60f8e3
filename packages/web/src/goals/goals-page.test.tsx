// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { GoalsPage } from "./goals-page.tsx";

const invented = holdInventedHttp();
const HELD = ["AAPL", "AMD", "COIN", "CRM", "JPM", "NVDA"];
const HEADINGS = [
  "Rank",
  "Ticker",
  "Trades",
  "Shares",
  "Current Price",
  "Realized P&L",
  "Unrealized P&L",
  "Total P&L",
  "Return %",
  "Performance",
];

describe("the goals page", () => {
  it("shows the challenge, the year in four figures and every stock with its rank", async () => {
    renderPage(<GoalsPage />, { at: "/goals" });

    expect(await screen.findByRole("region", { name: "7x Growth Challenge" })).toBeTruthy();
    for (const label of ["Start", "Current", "Goal"]) expect(screen.getByText(label)).toBeTruthy();
    expect(screen.getByText("$100,000.00")).toBeTruthy();
    expect(screen.getByText("$700,000.00")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "Progress to the goal" })).toBeTruthy();
    for (const name of ["YTD Trades", "YTD Return", "Realized P&L", "Unrealized P&L"])
      expect(screen.getByRole("heading", { name })).toBeTruthy();

    const table = within(screen.getByRole("table", { name: "Stock performance rankings" }));
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(
      HEADINGS,
    );
    expect(table.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
      "1, one of the best three",
      "2, one of the best three",
      "3, one of the best three",
      "4",
      "5",
      "6",
    ]);
  });

  it("keeps each stock's rank when it is sorted otherwise", async () => {
    renderPage(<GoalsPage />, { at: "/goals" });
    const table = within(await screen.findByRole("table"));
    fireEvent.click(table.getByRole("button", { name: "Ticker" }));
    const rows = () =>
      table
        .getAllByRole("row")
        .slice(1)
        .map((row) => row.querySelectorAll("th, td"));

    expect(rows().map(([, ticker]) => ticker?.textContent)).toEqual(HELD);
    expect(new Set(rows().map(([rank]) => rank?.textContent?.[0]))).toEqual(
      new Set(["1", "2", "3", "4", "5", "6"]),
    );
  });

  it("says that nothing has been traded", async () => {
    invented.begin({ sold: HELD });
    renderPage(<GoalsPage />, { at: "/goals" });

    expect(await screen.findByText("No trades this year")).toBeTruthy();
  });

  it("says what failed and what to do, and tries again", async () => {
    invented.refuse("/api/goals/performance", 503, { code: "away", error: "Not now" });
    renderPage(<GoalsPage />, { at: "/goals" });
    expect(await screen.findByText("Failed to load performance data")).toBeTruthy();
    expect(screen.getByText("Please try refreshing the page", { exact: false })).toBeTruthy();
    invented.accept("/api/goals/performance");
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));

    expect(await screen.findByRole("region", { name: "7x Growth Challenge" })).toBeTruthy();
  });
});
