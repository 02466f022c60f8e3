// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { hideValues } from "../ui/appearance.ts";
import { QuickTrade } from "./quick-trade.tsx";

const invented = holdInventedHttp();
afterEach(() => hideValues(false));

const problem = {
  code: "insufficient-buying-power",
  error: "Insufficient funds",
  details: "It needs $6,383,461.59; $35,240.35 is free.",
};

function open() {
  invented.refuse("/api/orders/check", 200, { problem, warnings: [] });
  invented.refuse("POST /api/orders", 422, problem);
  renderPage(<QuickTrade />, { at: "/dashboard?trade=AAPL&side=buy" });
}

const told = () => screen.getByLabelText("Notices").textContent;

async function send() {
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Buy AAPL" });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
  await waitFor(() => expect(told()).toContain("Order Failed"));
}

describe("an order that costs more than is free", () => {
  it("says how much that is", async () => {
    open();
    expect(await screen.findByText(problem.details)).toBeTruthy();
    await send();

    expect(told()).toContain(problem.details);
  });

  it("says neither in the ticket nor after it was sent how much that is, while values are hidden", async () => {
    act(() => hideValues(true));
    open();
    expect(await screen.findByText(problem.error)).toBeTruthy();
    expect(screen.queryByText(problem.details)).toBeNull();
    await send();

    expect(told()).toContain("Order Failed: Insufficient funds");
    expect(told()).not.toContain("free");
  });

  it("is said in short as soon as values are hidden", async () => {
    open();
    await screen.findByText(problem.details);
    act(() => hideValues(true));

    expect(screen.queryByText(problem.details)).toBeNull();
  });

  it("is said in short of one that failed before they were, too", async () => {
    open();
    await screen.findByText(problem.details);
    await send();
    act(() => hideValues(true));

    expect(told()).toContain("Order Failed: Insufficient funds");
    expect(told()).not.toContain("free");
  });
});
