// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { EquityCard } from "./equity-card.tsx";

// A canvas is nothing that can be read.
vi.mock("./equity-chart.tsx", () => ({
  EquityChart: ({ view, trades }: { view: string; trades: readonly unknown[] }) => (
    <p>
      The curve as {view} with {trades.length} trades
    </p>
  ),
}));

const invented = holdInventedHttp();
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

  it("shows dollars, percent or the drawdown, beside the range in two figures", async () => {
    await show();
    expect(screen.getByText("Change").nextSibling?.textContent).toMatch(/^[▲▼]?[+−]?[\d.]+%$/);
    expect(screen.getByText("Largest drawdown").nextSibling?.textContent).toMatch(/^−?[\d.]+%$/);
    press("%");
    expect(screen.getByText(/The curve as percent/)).toBeTruthy();
    press("Drawdown");
    expect(screen.getByText(/The curve as drawdown/)).toBeTruthy();
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
