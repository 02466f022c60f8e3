// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { mutate } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { EquityCard } from "./equity-card.tsx";

// A canvas is nothing that can be read.
vi.mock("./equity-chart.tsx", () => ({
  EquityChart: ({
    shown,
    view,
    trades,
  }: {
    shown: readonly { readonly equity: number }[];
    view: string;
    trades: readonly unknown[];
  }) => (
    <>
      <p>
        The curve as {view} with {trades.length} trades
      </p>
      <p>Up to {shown.at(-1)?.equity}</p>
    </>
  ),
}));

const invented = holdInventedHttp();
afterEach(() => invented.server.resetHandlers());
const show = () => {
  invented.begin();
  renderPage(<EquityCard className="" />);
  return screen.findByText("The curve as money with 0 trades");
};
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the equity card", () => {
  it("says in which zone the chart's times are", async () => {
    await show();
    expect(screen.getByText("Times in ET")).toBeTruthy();
  });

  it("keeps the curve with its age where it could not be read anew", async () => {
    await show();
    invented.refuse("/api/portfolio/equity", 503, { code: "away", error: "Not now" });
    await act(() => mutate("/api/portfolio/equity?range=1m").catch(() => undefined));

    expect(await screen.findByText(/^As of .* ET/)).toBeTruthy();
    expect(screen.getByText("The curve as money with 0 trades")).toBeTruthy();
    invented.accept("/api/portfolio/equity");
    press("Retry");
    await waitFor(() => expect(screen.queryByText(/^As of .* ET/)).toBeNull());
  });

  it.each([
    [20_000, "Net deposits$20,000.00"],
    [-30_000, "Net withdrawals$30,000.00"],
  ])("names what was paid in or out: %d", async (moved, words) => {
    const points = [
      { at: "2025-11-20T21:00:00.000Z", equity: 100_000, moved },
      { at: "2025-11-21T17:00:00.000Z", equity: 100_000 + moved, moved: 0 },
    ];
    invented.begin();
    invented.server.use(http.get("*/api/portfolio/equity", () => HttpResponse.json({ points })));
    renderPage(<EquityCard className="" />);
    await screen.findByText("The curve as money with 0 trades");

    expect(screen.getByText("Change").closest("dl")!.textContent).toContain(words);
    expect(screen.getByText("Change").nextSibling?.textContent).toBe("0.00%");
    expect(screen.getByText(/leave deposits and withdrawals out/)).toBeTruthy();
  });

  it("says nothing of deposits where there were none", async () => {
    await show();
    expect(screen.queryByText(/deposits|withdrawals/i)).toBeNull();
  });

  it("shows dollars, percent or the drawdown, beside the range in two figures", async () => {
    await show();
    expect(screen.getByText("Change").nextSibling?.textContent).toMatch(/^[▲▼]?[+−]?[\d.]+%$/);
    expect(screen.getByText("Largest drawdown").nextSibling?.textContent).toMatch(/^−?[\d.]+%$/);
    press("%");
    expect(screen.getByText(/The curve as percent/)).toBeTruthy();
    press("Drawdown");
    expect(screen.getByText(/The curve as drawdown/)).toBeTruthy();
  });

  it("ends with what the account is worth by now, as the card above it says", async () => {
    await show();
    await act(() =>
      mutate("/api/account", (account?: object) => ({ ...account, equity: 98_765.43 }), {
        revalidate: false,
      }),
    );
    expect(await screen.findByText("Up to 98765.43")).toBeTruthy();
    press("View as table");
    expect(screen.getAllByRole("row")[1]!.textContent).toContain("$98,765.43");
  });

  it("marks the account's trades when asked to, and asks for them only then", async () => {
    await show();
    expect(invented.heard("GET", "/api/trades")).toEqual([]);
    press("Trades");
    await waitFor(() => expect(screen.queryByText(/with [1-9]\d* trades/)).toBeTruthy());
    expect(screen.getByText("▲ bought, ▼ sold")).toBeTruthy();

    press("Trades");
    expect(screen.getByText("The curve as money with 0 trades")).toBeTruthy();
  });
});
