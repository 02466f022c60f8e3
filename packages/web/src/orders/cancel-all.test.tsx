// @vitest-environment happy-dom
import type { CanceledOrderView } from "@sevenfold/contract/orders";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ORDERS } from "../testing/invented-rows.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { CancelAllButton } from "./cancel-all-button.tsx";
import { canceledWords } from "./canceled-words.ts";

const invented = holdInventedHttp();
afterEach(() => invented.server.resetHandlers());

const WORKING = [1, 2].map((count) => ({
  ...ORDERS[0]!,
  clientKey: `ABCDEFGHIJKLMNOPQRS${count === 1 ? "A" : "B"}`,
  status: "working" as const,
}));
const BATCH = "/api/orders/cancel-all/5b8e4a1e-98a5-4f6e-8d63-7f8a3a1f0c12";
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function asked() {
  invented.begin({ orders: WORKING });
  renderPage(<CancelAllButton />);
  fireEvent.click(await screen.findByRole("button", { name: "Cancel all 2 orders" }));
  await screen.findByRole("alertdialog");
}

describe("canceling all orders", () => {
  it("names how many, sends one wish under one key, and says what became of each", async () => {
    await asked();
    expect(invented.heard("POST", "/api/orders/cancel-all")).toEqual([]);
    press("Cancel 2 orders");

    await said("Orders Canceled: 2 canceled.");
    expect(screen.getAllByText("Canceled")).toHaveLength(2);
    expect(screen.queryByText("This goes on if you close the window.")).toBeNull();
    const sent = invented.heard("POST", "/api/orders/cancel-all");
    expect(sent).toHaveLength(1);
    expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("speaks of a single order as one", async () => {
    invented.begin({ orders: WORKING.slice(0, 1) });
    renderPage(<CancelAllButton />);
    fireEvent.click(await screen.findByRole("button", { name: "Cancel the one open order" }));

    await screen.findByRole("alertdialog", { name: "Cancel the one open order" });
    expect(screen.getByRole("button", { name: "Cancel 1 order" })).toBeTruthy();
  });

  it("sends nothing when it is not confirmed", async () => {
    await asked();
    // Beside "Cancel 2 orders" it would say both.
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    press("Go Back");

    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(invented.heard("POST", "/api/orders/cancel-all")).toEqual([]);
  });

  it("says the server's words when it is refused", async () => {
    await asked();
    invented.refuse("/api/orders/cancel-all", 503, { code: "away", error: "Not now" });
    press("Cancel 2 orders");

    await said("Cancel Failed: Not now");
  });

  it("whose answer is lost stays asked, and is one wish when it is pressed again", async () => {
    await asked();
    invented.loseAnswer("/api/orders/cancel-all");
    press("Cancel 2 orders");
    expect(screen.queryByText("This goes on if you close the window.")).toBeNull();
    await said("Outcome Unknown: No answer came: the orders may have been canceled.");
    press("Cancel 2 orders");

    await said("Orders Canceled: ");
    const keys = invented
      .heard("POST", "/api/orders/cancel-all")
      .map((each) => each.idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it("says of when it stands so while nobody answers, and goes on once somebody does", async () => {
    await asked();
    invented.refuse(BATCH, 500, { code: "internal-error", error: "Something went wrong" });
    press("Cancel 2 orders");
    await screen.findByText("2 of 2 orders still at work.");
    await screen.findByText(/^As of .* ET/);

    invented.accept(BATCH);
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await said("Orders Canceled: 2 canceled.");
    expect(screen.queryByText(/^As of .* ET/)).toBeNull();
  });

  it("is not offered where nothing is open, and not without a network", async () => {
    invented.begin({ orders: [] });
    const { unmount } = renderPage(<CancelAllButton />);
    await waitFor(() => expect(invented.heard("GET", "/api/account")).toHaveLength(1));
    await invented.debounced();
    expect(screen.queryByRole("button", { name: /^Cancel all/ })).toBeNull();
    unmount();

    invented.begin({ orders: WORKING });
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
    renderPage(<CancelAllButton />);
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: /^Cancel all/ });
    expect(button.disabled).toBe(true);
    Reflect.deleteProperty(navigator, "onLine");
  });

  it("tells what is not known from what is over", () => {
    const each = (state: CanceledOrderView["state"]): CanceledOrderView => ({
      clientKey: state,
      ticker: "NVDA",
      side: "BUY",
      quantity: 1,
      filled: 0,
      state,
      message: null,
    });
    expect(canceledWords([])).toBe("No order was open.");
    expect(canceledWords([each("canceled"), each("filled")])).toBe("1 canceled, 1 filled before.");
    expect(canceledWords([each("canceled"), each("unknown")])).toBe(
      "1 outcome unknown, 1 canceled. Look at Orders for what is still open.",
    );
  });
});
