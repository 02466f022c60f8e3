// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { wentOffline } from "../testing/faults.ts";
import { inventedPayments, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { BillingPage } from "./billing-page.tsx";
import { CheckoutReturn } from "./checkout-return.tsx";

const invented = holdInventedHttp();

const SYNC = "/api/billing/sync";
/** Asked at once and twice more, a moment apart. */
const PATIENCE = [0, 10, 10];
const LONG_MS = 3_600_000;
const FOR_EVER = [0, ...Array.from({ length: 2_000 }, () => 5)];

/** Somebody who has paid for Premium; the news of it comes when it is asked for so many times. */
const comeBack = (asksLeft: number, patience: readonly number[] = PATIENCE) => {
  const payments = inventedPayments({ underWay: { plan: "premium", asksLeft } });
  invented.begin({ user: TRADER, payments });
  renderPage(<CheckoutReturn patience={patience} />, { at: "/billing?checkout=cs_1" });
};
const asked = () => invented.heard("POST", SYNC).length;
const DONE = "Premium is yours";
const PROCESSING = "Looking for your payment";
const LATE = "Your payment is not confirmed yet";

describe("coming back from a checkout", () => {
  it("claims no payment while none is known, as at an address that was copied", async () => {
    invented.begin({ user: TRADER });
    renderPage(<CheckoutReturn patience={[0, LONG_MS]} />, { at: "/billing?checkout=cs_1" });

    const told = await screen.findByRole("status", { name: "Checkout" });
    await act(() => invented.debounced());

    expect(told.textContent).not.toMatch(/your payment (is|has|was)/i);
  });

  it("is looked for until it is known to be paid, then what was bought is said", async () => {
    comeBack(2);
    expect(await screen.findByText(PROCESSING)).toBeTruthy();

    expect(await screen.findByText(DONE)).toBeTruthy();
    expect(screen.getByText(/^It renews on .* for \$3,096\.$/)).toBeTruthy();
    expect(screen.queryByText(PROCESSING)).toBeNull();
  });

  it("asks no more once it is known, and takes the checkout out of the address", async () => {
    comeBack(1, FOR_EVER);
    await screen.findByText(DONE);
    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/billing"));
    await act(() => invented.debounced());

    expect(asked()).toBe(1);
  });

  it("is heard of by the status that is polled as well, before it is asked for", async () => {
    comeBack(1, [LONG_MS]);
    await screen.findByText(PROCESSING);
    invented.world().plan = "premium";
    await act(() => mutate("/api/subscription/status"));

    expect(await screen.findByText(DONE)).toBeTruthy();
    expect(asked()).toBe(0);
  });

  it("asks so many times and no more, then says what to do, and asks again when told to", async () => {
    comeBack(4);
    expect(await screen.findByText(LATE)).toBeTruthy();
    expect(screen.getByText(/do not pay again: it is booked by itself/)).toBeTruthy();
    await act(() => invented.debounced());
    expect(asked()).toBe(PATIENCE.length);
    fireEvent.click(screen.getByRole("button", { name: "Check Again" }));

    expect(await screen.findByText(DONE)).toBeTruthy();
    expect(asked()).toBe(PATIENCE.length + 1);
  });

  it("takes a failure for no answer: nothing is said to be paid or not", async () => {
    invented.refuse(SYNC, 503, { code: "payments-unavailable", error: "Stripe is away." });
    renderPage(<CheckoutReturn patience={PATIENCE} />, { at: "/billing?checkout=cs_1" });

    expect(await screen.findByText(LATE)).toBeTruthy();
    expect(screen.getByText(/^Nobody could be asked just now\./)).toBeTruthy();
  });

  it("stands still without a network, says so, and goes on once it is back", async () => {
    const isBack = wentOffline(invented);
    invented.world().payments = inventedPayments({ underWay: { plan: "pro", asksLeft: 2 } });
    invented.world().user = TRADER;
    renderPage(<CheckoutReturn patience={PATIENCE} />, { at: "/billing?checkout=cs_1" });
    expect(await screen.findByText(/^You are offline\. It is asked for again/)).toBeTruthy();
    // Asked meanwhile, it would have been asked as often as it may by now.
    for (const _ of PATIENCE) await act(() => invented.debounced());
    expect(screen.queryByText(LATE)).toBeNull();
    isBack();

    expect(await screen.findByText("Pro is yours")).toBeTruthy();
  });

  it("stands above the billing page for who comes from there, and for nobody else", async () => {
    invented.begin({ user: TRADER, plan: "premium" });
    const { unmount } = renderPage(<BillingPage />, { at: "/billing?checkout=cs_1" });
    expect(await screen.findByText(DONE)).toBeTruthy();
    unmount();
    renderPage(<BillingPage />, { at: "/billing" });
    await screen.findByRole("region", { name: "Current Plan" });

    expect(screen.queryByText(DONE)).toBeNull();
  });
});
