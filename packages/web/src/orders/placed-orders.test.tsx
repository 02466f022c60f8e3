// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import type { OrderView } from "@sevenfold/contract/orders";
import { act, screen, waitFor } from "@testing-library/react";
import { mutate } from "swr";
import { beforeEach, describe, expect, it } from "vitest";
import { OrderOutcome } from "../layout/order-outcome.tsx";
import { ORDERS } from "../testing/invented-rows.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { forgetPlaced, tellPlaced } from "./placed-orders.ts";

const invented = holdInventedHttp();
beforeEach(forgetPlaced);

const ORDER: OrderView = {
  ...ORDERS[0]!,
  ticker: "NVDA",
  side: "BUY",
  quantity: 10,
  filled: 0,
  averagePrice: null,
  status: "working",
};
const notices = () => screen.getByLabelText("Notices").textContent;
const place = (changes: Partial<OrderView>) =>
  act(() => tellPlaced({ ...ORDER, ...changes }, "Buy 10 shares of NVDA."));

describe("an order that was just sent", () => {
  it.each([
    [{ status: "filled", filled: 10, averagePrice: 101.5 }, "Filled at $101.50."],
    [{ status: "partially-filled", filled: 3 }, "3 of 10 filled; the rest is working"],
    [{ status: "working" }, "Working at the broker."],
    [{ status: "submitting" }, "It is being sent."],
  ] as const)("is told as it stands: %j", (changes, words) => {
    renderPage(<OrderOutcome />);
    place(changes);

    expect(notices()).toContain("Order Placed Successfully: Buy 10 shares of NVDA.");
    expect(notices()).toContain(words);
  });

  it("is no success where its answer is unknown", () => {
    renderPage(<OrderOutcome />);
    place({ status: "unknown" });

    expect(notices()).toContain("Outcome Unknown");
    expect(notices()).toContain("Do not send it again");
    expect(notices()).not.toContain("Successfully");
  });

  it("is followed, and its end told once; then nothing is asked any more", async () => {
    const world = invented.begin({ orders: [ORDER] });
    renderPage(<OrderOutcome />);
    expect(invented.heard("GET", CALLS.listOrders.path)).toEqual([]);
    place({});
    await waitFor(() => expect(invented.heard("GET", CALLS.listOrders.path)).toHaveLength(1));
    expect(notices()).not.toContain("Order Filled");

    world.orders = [{ ...ORDER, status: "filled", filled: 10, averagePrice: 101.5 }];
    await act(() => mutate(CALLS.listOrders.path));

    await waitFor(() =>
      expect(notices()).toContain("Order Filled: Buy 10 NVDA: Filled at $101.50."),
    );
    const asked = invented.heard("GET", CALLS.listOrders.path).length;
    await act(() => mutate(CALLS.listOrders.path));
    expect(invented.heard("GET", CALLS.listOrders.path)).toHaveLength(asked);
    expect(notices()?.split("Order Filled")).toHaveLength(2);
  });

  it("says why it came to nothing", async () => {
    const message = "Never sent: it could not be sent in time.";
    invented.begin({ orders: [{ ...ORDER, status: "denied", message }] });
    renderPage(<OrderOutcome />);
    place({ status: "submitting" });

    await waitFor(() => expect(notices()).toContain(`Order Ended: Buy 10 NVDA: ${message}`));
  });
});
