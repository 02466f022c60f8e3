// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { QuickTrade } from "./quick-trade.tsx";

const invented = holdInventedHttp();

const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Buy AAPL" });
const told = () => screen.getByLabelText("Notices").textContent;
const said = (text: string) => waitFor(() => expect(told()).toContain(text));
const placed = () => invented.heard("POST", "/api/orders");

async function send() {
  await waitFor(() => expect(button().disabled).toBe(false));
  fireEvent.click(button());
}

async function open() {
  renderPage(<QuickTrade />, { at: "/dashboard?trade=AAPL&side=buy" });
  await screen.findByText(/Available cash/);
}

describe("an order whose answer breaks off", () => {
  it("may have been placed, and is sent once", async () => {
    invented.breakAnswer("/api/orders");
    await open();
    await send();
    await said("Outcome Unknown: Buy 1 share of AAPL. No answer came: the order may have been");
    expect(told()).not.toContain("Failed");

    await send();
    await said("Order Placed Successfully");
    expect(new Set(placed().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });
});

describe("an order that is asked for again while the first is under way", () => {
  it("is no failure: it may be placed yet, and the same is asked for once more", async () => {
    await open();
    invented.loseAnswer("/api/orders");
    await send();
    await said("Outcome Unknown");
    invented.refuse("POST /api/orders", 409, {
      code: "still-in-progress",
      error: "Still in progress",
      details: "This order is still being placed.",
    });
    await send();
    await waitFor(() => expect(placed()).toHaveLength(2));
    await invented.debounced();

    expect(told()?.split("Outcome Unknown")).toHaveLength(3);
    expect(told()).not.toContain("Failed");
  });
});

describe("a ticket that is changed after the answer to its order was lost", () => {
  it("sends nothing else, and says so in words of the trade", async () => {
    await open();
    invented.loseAnswer("/api/orders");
    await send();
    await said("Outcome Unknown");
    invented.refuse("POST /api/orders", 422, {
      code: "idempotency-key-reused",
      error: "This request's key was already used for a different request.",
    });
    fireEvent.change(screen.getByLabelText("Quantity"), { target: { value: "9" } });
    await send();

    await said(
      "Order Failed: Buy 9 shares of AAPL was not sent: this ticket's order went out before it was changed. Look at Orders, then open another ticket.",
    );
    expect(told()).not.toContain("key");
  });
});
