// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { wentOffline } from "../testing/faults.ts";
import { pricedPositionsOf } from "../testing/invented-positions.ts";
import { inventedWorld } from "../testing/invented-world.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SellAllButton } from "./sell-all-button.tsx";

const invented = holdInventedHttp();
const [APPLE] = pricedPositionsOf(inventedWorld());

/** A holding that gets smaller when its button is pressed. */
function Holding({ of: before }: { readonly of: number }) {
  const [shares, setShares] = useState(before);
  return (
    <>
      <SellAllButton position={{ ...APPLE!, shares }} />
      <button type="button" onClick={() => setShares(7)}>
        Seven
      </button>
    </>
  );
}

const open = (shares = 20) => renderPage(<Holding of={shares} />, { at: "/portfolio" });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const sold = () => invented.heard("POST", "/api/positions/sell");
const keys = () => sold().map(({ idempotencyKey }) => idempotencyKey);
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

describe("the button that sells a holding whole", () => {
  it("does nothing where nothing is held", () => {
    open(0);
    expect(button("Sell all AAPL").disabled).toBe(true);
    press("Sell all AAPL");

    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("does nothing without a network, and asks once it is back", async () => {
    open();
    const isBack = wentOffline(invented);
    expect(button("Sell all AAPL").disabled).toBe(true);
    press("Sell all AAPL");
    expect(screen.queryByRole("alertdialog")).toBeNull();

    isBack();
    press("Sell all AAPL");
    expect(await screen.findByRole("alertdialog")).toBeTruthy();
  });

  it("sends one order per question, and cannot be pressed while that is under way", async () => {
    open();
    press("Sell all AAPL");
    await screen.findByRole("alertdialog");
    const slow = invented.holdBack("/api/positions/sell");
    press("Sell 20 shares");
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect([button("Sell all AAPL").textContent, button("Sell all AAPL").disabled]).toEqual([
      "Selling...",
      true,
    ]);
    press("Sell all AAPL");
    slow.letGo();

    await said("Sell Order Submitted");
    expect(sold()).toHaveLength(1);
  });

  it("keeps its key while nobody knows what has become of the order", async () => {
    invented.refuse("/api/positions/sell", 503, { code: "away", error: "Not now" });
    open();
    await sell();
    await said("Sell Order Failed: Not now");
    invented.accept("/api/positions/sell");
    await sell();

    await said("Sell Order Submitted");
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
  });

  it("says of an order whose answer is lost that it may have been placed", async () => {
    open();
    invented.loseAnswer("/api/positions/sell");
    await sell();

    await said("Outcome Unknown: Sell 20 shares of AAPL at market. No answer came");
    await waitFor(() => expect(button("Sell all AAPL").disabled).toBe(false));
    await sell();
    await said("Sell Order Submitted");
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
  });

  it.each([
    [409, "still-in-progress", "This order is still being placed."],
    [429, "rate-limited", "Too many requests."],
  ])("keeps it too where the order sent again is told %i %s", async (status, code, details) => {
    open();
    invented.loseAnswer("/api/positions/sell");
    await sell();
    await said("Outcome Unknown");
    invented.refuse("/api/positions/sell", status, { code, error: "Not now", details });
    await sell();
    await waitFor(() => expect(sold()).toHaveLength(2));
    await waitFor(() => expect(button("Sell all AAPL").textContent).toBe("Sell All"));
    invented.accept("/api/positions/sell");
    await sell();

    await said("Sell Order Submitted");
    expect([keys().length, new Set(keys()).size]).toEqual([3, 1]);
  });

  it("has another key after a refusal, after an order, and for another number of shares", async () => {
    open();
    invented.refuse("/api/positions/sell", 422, { code: "no", error: "Refused" });
    await sell();
    await said("Sell Order Failed: Refused");
    invented.accept("/api/positions/sell");
    await sell();
    await said("Sell Order Submitted");
    invented.refuse("/api/positions/sell", 503, { code: "away", error: "Not now" });
    await sell();
    await said("Sell Order Failed: Not now");
    press("Seven");
    await sell(7);

    await waitFor(() => expect(new Set(keys()).size).toBe(4));
    expect(sold().map(({ body }) => body)).toEqual(
      [20, 20, 20, 7].map((shares) => ({ ticker: "AAPL", shares })),
    );
  });
});

/** Presses the button once it can be, and answers its question. */
async function sell(shares = 20): Promise<void> {
  await waitFor(() => expect(button("Sell all AAPL").disabled).toBe(false));
  press("Sell all AAPL");
  await screen.findByRole("alertdialog");
  press(`Sell ${shares} shares`);
}
