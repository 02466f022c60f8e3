// @vitest-environment happy-dom
import type { TradeView } from "@sevenfold/contract/orders";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { TradesPage } from "./trades-page.tsx";

const invented = holdInventedHttp();
const present = new Date().getFullYear();

const tradeAt = (ts: string, index: number): TradeView => ({
  id: `trade ${index}`,
  ts,
  ticker: "AAPL",
  side: "BUY",
  shares: 1,
  price: 100,
  fees: 0,
  total: 100,
  realizedPL: null,
  origin: "manual",
  reason: null,
});
/** Noon of a day in June, so many years ago. */
const years = (...ago: readonly number[]) =>
  ago.map((back, index) => tradeAt(`${present - back}-06-10T16:00:00.000Z`, index));

async function offeredBy(trades: TradeView[]): Promise<readonly (string | null)[] | undefined> {
  invented.begin({ trades });
  renderPage(<TradesPage />, { at: "/trades" });
  await screen.findByRole("table", { name: "Trades" });
  const isCut = 100 <= trades.length;
  if (isCut) await waitFor(() => expect(invented.heard("GET", "/api/trades/page")).not.toEqual([]));
  await invented.debounced();
  const choice = screen.queryByLabelText("Year");
  return choice
    ? within(choice)
        .getAllByRole("option")
        .map((each) => each.textContent)
    : undefined;
}

describe("the years of a history", () => {
  it("are those it reaches back to, and no choice where there is one", async () => {
    expect(await offeredBy(years(0, 0))).toBeUndefined();
  });

  it("are offered with those between, in which nothing happened", async () => {
    const offered = ["All years", ...[0, 1, 2, 3].map((back) => String(present - back))];
    expect(await offeredBy(years(0, 1, 3))).toEqual(offered);
  });

  it("are those of the whole history where only its newest rows were loaded", async () => {
    const many = Array.from({ length: 150 }, () => 0);
    const offered = ["All years", ...[0, 1, 2].map((back) => String(present - back))];
    expect(await offeredBy(years(...many, 2))).toEqual(offered);
  });

  it("are no choice where everything is of this year, however much it is", async () => {
    const many = Array.from({ length: 150 }, () => 0);
    expect(await offeredBy(years(...many))).toBeUndefined();
  });
});
