// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { HeldElsewhere } from "./held-elsewhere.tsx";

const invented = holdInventedHttp();

const OPTION = {
  symbol: "AAPL261218C00200000",
  kind: "option",
  label: "Option",
  quantity: "-2",
  because: "Sevenfold trades no options.",
} as const;

describe("what is held elsewhere", () => {
  it("is no card where there is nothing", async () => {
    renderPage(<HeldElsewhere />, { at: "/portfolio" });

    expect(screen.queryByText(/Held elsewhere/)).toBeNull();
  });

  it("is listed with what it is, its worth, and why nobody trades it", async () => {
    invented.world().foreign = {
      holdings: [
        { ...OPTION, value: -310.5 },
        { ...OPTION, symbol: "BTCUSD", kind: "coin", label: "Crypto", value: null },
      ],
      orders: [{ ...OPTION, id: "o1", side: "buy", submittedAt: "2026-11-20T16:00:00.000Z" }],
      holdingsCount: 2,
      ordersCount: 4,
      value: null,
    };
    renderPage(<HeldElsewhere />, { at: "/portfolio" });

    const table = await screen.findByRole("table", { name: "Held elsewhere" });
    expect(table.textContent).toContain("Option");
    expect(table.textContent).toContain("-2");
    expect(table.textContent).toContain("310.50");
    expect(table.textContent).toContain("Sevenfold trades no options.");
    const orders = screen.getByRole("table", { name: "Orders placed elsewhere" });
    expect(within(orders).getByText("Buy")).toBeTruthy();
    expect(screen.getByText(/What some are worth is not known/)).toBeTruthy();
    expect(screen.getByText("3 more at your broker.")).toBeTruthy();
  });
});
