// @vitest-environment happy-dom
import type { TradeView } from "@sevenfold/contract/orders";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SymbolTrades } from "./symbol-trades.tsx";

const invented = holdInventedHttp();
const MINUTE_MS = 60_000;

/** So many buys of a symbol, the newest first, one a minute back from so many minutes after the opening. */
const buysOf = (ticker: string, count: number, minute: number): TradeView[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${ticker} ${minute - index}`,
    ts: new Date(Date.UTC(2026, 0, 22, 15) + (minute - index) * MINUTE_MS).toISOString(),
    ticker,
    side: "BUY" as const,
    shares: 1,
    price: 100 + minute - index,
    fees: 0,
    total: 100 + minute - index,
    realizedPL: null,
    origin: "manual" as const,
    reason: null,
  }));

const look = (ticker: string) => renderPage(<SymbolTrades ticker={ticker} />);
const prices = async () =>
  within(await screen.findByRole("table", { name: "Trades" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => /\$\d+\.\d\d/.exec(row.textContent!)?.[0]);

describe("the trades of a symbol", () => {
  it("are found however much was traded of others since", async () => {
    invented.begin({ trades: [...buysOf("AAPL", 150, 300), ...buysOf("TSLA", 2, 20)] });
    look("TSLA");

    expect(await prices()).toEqual(["$120.00", "$119.00"]);
  });

  it("begin with those that were told since, each once", async () => {
    const trades = [...buysOf("TSLA", 1, 40), ...buysOf("AAPL", 1, 30), ...buysOf("TSLA", 1, 20)];
    invented.begin({ trades });
    look("TSLA");
    await prices();
    await act(() =>
      mutate("/api/trades", [...buysOf("TSLA", 1, 50), ...trades], { revalidate: false }),
    );

    expect(await prices()).toEqual(["$150.00", "$140.00", "$120.00"]);
  });

  it("say that there are older ones, or none at all", async () => {
    invented.begin({ trades: buysOf("TSLA", 130, 200) });
    const { unmount } = look("TSLA");
    await screen.findByText("The newest 100. Trading History has those before.");
    unmount();

    look("GME");
    await screen.findByText("No trades of GME yet");
  });

  it("say of when they are while nobody answers, and go on once somebody does", async () => {
    invented.begin({ trades: buysOf("TSLA", 1, 20) });
    look("TSLA");
    await prices();
    invented.goAway();
    await act(() => mutate("/api/trades/page?ticker=TSLA"));
    expect(await screen.findByText(/^As of .* ET/)).toBeTruthy();
    expect(await prices()).toEqual(["$120.00"]);

    invented.comeBack();
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.queryByText(/^As of .* ET/)).toBeNull());
  });

  it("are never said to be none where they could not be loaded", async () => {
    invented.begin({ trades: [] });
    invented.refuse("/api/trades/page", 503, { code: "broken", error: "The database is away." });
    look("TSLA");

    await screen.findByText(/The database is away\./);
    expect(screen.queryByText("No trades of TSLA yet")).toBeNull();
  });
});
