// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { TradesPage } from "./trades-page.tsx";

const invented = holdInventedHttp();

const open = () => renderPage(<TradesPage />, { at: "/trades?view=orders" });
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

describe("orders in the history", () => {
  it("can be canceled while they are open", async () => {
    open();
    await screen.findByRole("table", { name: "Orders" });
    expect(screen.getAllByRole("button", { name: /^Cancel the order/ })).toHaveLength(1);
    fireEvent.click(screen.getByRole("button", { name: "Cancel the order of AAPL" }));

    await said("Cancel Requested: AAPL: canceled.");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Cancel/ })).toBeNull());
  });

  it("that are canceled give the focus to the next one that can be", async () => {
    const world = invented.begin();
    const [first] = world.orders.filter(({ ticker }) => ticker === "AAPL");
    world.orders = [first!, { ...first!, clientKey: "TSRQPONMLKJIHGFEDCBA", ticker: "MSFT" }];
    open();
    await screen.findByRole("table", { name: "Orders" });
    const cancel = screen.getByRole("button", { name: "Cancel the order of AAPL" });
    const answer = invented.holdBack(`/api/orders/${first!.clientKey}/cancel`);
    cancel.focus();
    fireEvent.click(cancel);
    // What became of it may be heard before the answer is.
    await waitFor(() => expect(answer.isWaiting()).toBe(true));
    world.orders = world.orders.map((each) =>
      each.ticker === "AAPL" ? { ...each, status: "canceled" } : each,
    );
    fireEvent.click(screen.getByRole("button", { name: "Refresh" }));

    const next = screen.getByRole("button", { name: "Cancel the order of MSFT" });
    await waitFor(() => expect(cancel.isConnected).toBe(false));
    await waitFor(() => expect(document.activeElement).toBe(next));
    answer.letGo();
  });

  it("whose cancel is not answered may have been canceled, and are looked at again", async () => {
    invented.loseAnswer("/api/orders/ABCDEFGHIJKLMNOPQRST/cancel");
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Cancel the order of AAPL" }));

    await said("Outcome Unknown: AAPL: no answer came");
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Cancel the/ })).toBeNull());
  });

  it("say why one could not be canceled", async () => {
    invented.refuse("/api/orders/ABCDEFGHIJKLMNOPQRST/cancel", 409, {
      code: "order-final",
      error: "The order has been filled.",
    });
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Cancel the order of AAPL" }));

    await said("Cancel Failed: The order has been filled.");
  });
});
