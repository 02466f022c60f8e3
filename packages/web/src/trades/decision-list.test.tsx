// @vitest-environment happy-dom
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { hideValues } from "../ui/appearance.ts";
import { TradesPage } from "./trades-page.tsx";

const invented = holdInventedHttp();
afterEach(() => hideValues(false));
const open = (view: string) => renderPage(<TradesPage />, { at: `/trades${view}` });
const linesOf = async () => {
  const list = await screen.findByRole("list", { name: "Decisions" });
  return within(list).getAllByRole("listitem");
};

const isOff = (ticker: string, minute: number) => ({
  at: new Date(Date.UTC(2026, 0, 22, 15, minute)).toISOString(),
  ticker,
  verdict: "blocked",
  gate: "disabled",
  price: 100,
  provider: "built-in",
  providerName: "Built-in exchange",
  priceAt: new Date(Date.UTC(2026, 0, 22, 15, minute)).toISOString(),
  reference: null,
  trigger: null,
  explanation: "Automatic trading is off.",
  patterns: [],
});

describe("the journal's list", () => {
  it("covers the amounts that it quotes while values are hidden, and no price", async () => {
    hideValues(true);
    const explanation =
      "Not bought although $95.00 is below its trigger: the order was not sent. “It needs $950.00; $12.50 is free.”";
    invented.begin({ decisions: [{ ...isOff("AMD", 4), explanation }] });
    open("?view=journal");

    const [line] = await linesOf();
    expect(line!.textContent).toContain("Not bought although $95.00 is below its trigger");
    expect(line!.textContent).toContain("“It needs •••••hidden; •••••hidden is free.”");
  });

  it("tells in one row what is the same of many stocks, and each of them when asked", async () => {
    const entered = { ...isOff("AAPL", 2), verdict: "entered", explanation: "Bought because." };
    invented.begin({
      decisions: [
        ...["AMD", "AMZN", "COIN", "MSFT", "NVDA", "TSLA"].map((ticker) => isOff(ticker, 4)),
        isOff("TSLA", 3),
        entered,
        isOff("GME", 1),
      ],
    });
    open("?view=journal");

    const lines = await linesOf();
    expect(lines).toHaveLength(3);
    const [run, , alone] = lines;
    expect(run!.textContent).toContain("6 stocks");
    expect(run!.textContent).toContain("AMD, AMZN, COIN, MSFT, NVDA and 1 more, 7 times.");
    expect(run!.textContent).toContain("Jan 22, 10:03 to 10:04 ET");
    expect(within(alone!).getByText("GME")).toBeTruthy();
    expect(within(alone!).queryByRole("button")).toBeNull();

    const show = within(run!).getByRole("button", { name: "Show all 7" });
    expect(show.getAttribute("aria-expanded")).toBe("false");
    fireEvent.click(show);
    const each = within(run!).getByRole("list", { name: "Automatic trading is off." });
    expect(within(each).getAllByText("TSLA")).toHaveLength(2);
    expect(each.textContent).toContain("$100.00 by Built-in exchange");
    fireEvent.click(within(run!).getByRole("button", { name: "Show as one" }));
    expect(within(run!).queryByRole("list")).toBeNull();
  });
});
