// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { useOverlays } from "../ui/overlays.ts";
import { QuickTrade } from "./quick-trade.tsx";

const invented = holdInventedHttp();

/** As the list of symbols, pages and actions does, which opens above everything. */
function Page() {
  const { openTicket, ticket } = useOverlays();
  return (
    <>
      <button type="button" onClick={() => openTicket(APPLE)}>
        open AAPL
      </button>
      <button type="button" onClick={() => openTicket(MICROSOFT)}>
        open MSFT
      </button>
      {ticket !== undefined && <QuickTrade />}
    </>
  );
}

const APPLE = { ticker: "AAPL", side: "buy" } as const;
const MICROSOFT = { ticker: "MSFT", side: "sell" } as const;

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));
const quantity = () => screen.getByLabelText<HTMLInputElement>("Quantity");
const send = async (name: string) => {
  const button = await screen.findByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
};
const keys = () => invented.heard("POST", "/api/orders").map((each) => each.idempotencyKey);
const address = () => screen.getByLabelText("Address").textContent;

async function openTwo() {
  renderPage(<Page />);
  press("open AAPL");
  await screen.findByRole("button", { name: "Buy AAPL" });
  fireEvent.change(quantity(), { target: { value: "7" } });
  press("open MSFT");
}

describe("a ticket that is asked for while another one is open", () => {
  it("takes its place: of the symbol and the side that were chosen, and begun anew", async () => {
    await openTwo();

    expect(await screen.findByRole("button", { name: "Sell MSFT" })).toBeTruthy();
    expect(quantity().value).toBe("1");
    expect(address()).toBe("/dashboard?trade=MSFT&side=sell");
  });

  it("stays, when the order of the one before is answered", async () => {
    renderPage(<Page />);
    press("open AAPL");
    const slow = invented.holdBack("/api/orders");
    await send("Buy AAPL");
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    press("open MSFT");
    await screen.findByRole("button", { name: "Sell MSFT" });
    slow.letGo();
    await waitFor(() =>
      expect(screen.getByLabelText("Notices").textContent).toContain("Order Placed Successfully"),
    );

    expect(screen.getByRole("button", { name: "Sell MSFT" })).toBeTruthy();
  });

  it("leaves none behind once its order is sent, and is an order of its own", async () => {
    await openTwo();
    await send("Sell MSFT");
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(screen.queryByLabelText("Quantity")).toBeNull();
    press("open AAPL");
    await send("Buy AAPL");

    await waitFor(() => expect(new Set(keys()).size).toBe(2));
  });
});
