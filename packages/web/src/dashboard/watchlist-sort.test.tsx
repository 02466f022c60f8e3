// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import fc from "fast-check";
import { mutate } from "swr";
import { beforeEach, describe, expect, it } from "vitest";
import { workerStatusOf } from "../testing/invented-worker.ts";
import { inventedWorld } from "../testing/invented-world.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { watchedSymbolsOf } from "./watched-symbols.ts";
import { inOrderOf, SORT_COLUMNS, sortedSymbols } from "./watchlist-sort.ts";
import { WatchlistTable } from "./watchlist-table.tsx";

const invented = holdInventedHttp();
beforeEach(() => sessionStorage.clear());

const WATCHED = ["AAPL", "AMC", "GME", "MSFT", "TSLA"];
const open = async () => {
  const page = renderPage(<WatchlistTable className="" />);
  await screen.findByRole("table", { name: "Stock watchlist" });
  return page;
};
const rows = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("rowheader"));
const tickers = () => rows().map((row) => row.querySelector(".font-semibold")?.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const sortOf = (name: string) =>
  screen.getByRole("columnheader", { name }).getAttribute("aria-sort");
const symbols = () => watchedSymbolsOf(workerStatusOf(inventedWorld({ watched: WATCHED })));

describe("the watchlist's order", () => {
  it("is alphabetical at first, and each row is named by its symbol", async () => {
    invented.begin({ watched: WATCHED });
    await open();

    expect(tickers()).toEqual(tickers().toSorted());
    expect(sortOf("Symbol")).toBe("ascending");
    expect(rows()[0]?.textContent).toMatch(/^AAPL.*Apple Inc\., Live data$/);
  });

  it("follows the heading that is pressed, turns round, and is kept by the window", async () => {
    invented.begin({ watched: WATCHED });
    const page = await open();
    const prices = new Map(
      symbols().map(({ state }) => [state.ticker, state.current_price ?? Number.NaN]),
    );
    const shown = () => tickers().map((ticker) => prices.get(ticker ?? "") ?? Number.NaN);
    const known = () => shown().filter((price) => !Number.isNaN(price));
    press("Price");
    expect(known()).toEqual(known().toSorted((one, other) => other - one));
    expect(sortOf("Price")).toBe("descending");
    expect(sortOf("Symbol")).toBeNull();
    press("Price");
    expect(known()).toEqual(known().toSorted((one, other) => one - other));
    const before = tickers();

    page.unmount();
    await open();
    expect(tickers()).toEqual(before);
    expect(sortOf("Price")).toBe("ascending");
  });

  it("stays while somebody is at the rows, and moves once they have left", async () => {
    const world = invented.begin({ watched: WATCHED });
    await open();
    press("P&L");
    const before = tickers();
    const body = screen.getByRole("table").querySelector("tbody")!;
    fireEvent.pointerEnter(body);
    const status = workerStatusOf(world);
    const turned = {
      ...status,
      positions: status.positions.map((state) => ({
        ...state,
        unrealized_pl: state.unrealized_pl && -state.unrealized_pl,
      })),
    };
    await act(() => mutate("/api/worker/status", turned, { revalidate: false }));
    expect(tickers()).toEqual(before);

    fireEvent.pointerLeave(body);
    await act(() => mutate("/api/worker/status", { ...turned, equity: 1 }, { revalidate: false }));
    expect(tickers()).not.toEqual(before);
  });

  it("always shows every symbol once, what is unknown last, either way", () => {
    const all = symbols();
    fc.assert(
      fc.property(
        fc.constantFrom(...SORT_COLUMNS.map(({ by }) => by)),
        fc.constantFrom("asc" as const, "desc" as const),
        fc.shuffledSubarray(all.map(({ state }) => state.ticker)),
        (by, direction, before) => {
          const sorted = sortedSymbols(all, new Map(), { by, direction });
          expect(new Set(sorted)).toEqual(new Set(all));
          if (by === "price") {
            const isKnown = sorted.map(({ state }) => state.current_price !== null);
            expect(isKnown).toEqual(isKnown.toSorted((one, other) => +other - +one));
          }
          const kept = inOrderOf(before, all).map(({ state }) => state.ticker);
          expect(kept.slice(0, before.length)).toEqual(before);
          expect(new Set(kept).size).toBe(all.length);
        },
      ),
    );
  });
});
