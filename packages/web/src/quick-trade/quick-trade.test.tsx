// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { wentOffline } from "../testing/faults.ts";
import { BROKER, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { QuickTrade } from "./quick-trade.tsx";

const invented = holdInventedHttp();
const open = async (at = "/dashboard?trade=AAPL&side=buy") => {
  renderPage(<QuickTrade />, { at });
  await screen.findByText(/Available cash/);
  await waitFor(() => expect(invented.heard("GET", "/api/account")).not.toEqual([]));
};

const quantity = () => screen.getByLabelText<HTMLInputElement>("Quantity");
const submit = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: /^(Buy|Sell)( [A-Z]+)?$/ });

const line = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

const placed = () => invented.heard("POST", "/api/orders");

describe("a ticket", () => {
  it("places the order, says so and closes", async () => {
    await open();
    fireEvent.change(quantity(), { target: { value: "10" } });
    await screen.findByText("Buy 10 AAPL at market, day, DEMO");
    fireEvent.click(submit());

    await said("Order Placed Successfully: Buy 10 shares of AAPL.");
    expect(placed().map(({ body }) => body)).toEqual([
      { symbol: "AAPL", side: "buy", orderType: "market", quantity: 10 },
    ]);
    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/dashboard"));
  });

  it("says before it is sent which account it goes to", async () => {
    invented.begin({ user: TRADER, brokers: [{ ...BROKER, accountLabel: "Savings" }] });
    await open();

    await screen.findByText("Buy 1 AAPL at market, day, PAPER · Savings");
  });

  it("keeps its idempotency key when the order is sent again", async () => {
    invented.refuse("/api/orders", 503, { code: "away", error: "The broker does not answer." });
    await open();
    fireEvent.click(submit());
    await said("Order Failed: The broker does not answer.");

    invented.accept("/api/orders");
    // It says "Placing..." a moment longer than the toast takes.
    fireEvent.click(await waitFor(submit));
    await said("Order Placed Successfully");
    const keys = placed().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(keys[1]).toBe(keys[0]);
  });

  it("says of an order whose answer is lost that it may have been placed, and sends it once", async () => {
    invented.loseAnswer("/api/orders");
    await open();
    fireEvent.click(submit());
    await said("Outcome Unknown: Buy 1 share of AAPL. No answer came: the order may have been");
    expect(screen.getByLabelText("Notices").textContent).not.toContain("Failed");

    await waitFor(() => expect(submit().disabled).toBe(false));
    fireEvent.click(submit());
    await said("Order Placed Successfully");
    expect(new Set(placed().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it.each([
    [502, {}],
    [500, { code: "internal-error", error: "A fault of ours" }],
    [503, { code: "temporarily-unavailable", error: "The database is away" }],
  ])("says the same where what answers is %i %j", async (status, body) => {
    invented.refuse("POST /api/orders", status, body);
    await open();
    fireEvent.click(submit());

    await said("Outcome Unknown: Buy 1 share of AAPL. No answer came");
  });

  it("has a key of its own", async () => {
    const keys: (string | null | undefined)[] = [];
    for (const _ of [1, 2]) {
      await open();
      fireEvent.click(submit());
      await waitFor(() => expect(placed()).toHaveLength(keys.length + 1));
      keys.push(placed().at(-1)?.idempotencyKey);
      cleanup();
    }
    expect(new Set(keys).size).toBe(2);
  });

  it.each([
    ["0", "Quantity must be at least 1"],
    ["-1", "Quantity must be at least 1"],
    ["2.5", "Quantity must be a whole number"],
    ["10001", "Quantity must be at most 10,000"],
    ["1,5", "Quantity must be a whole number"],
    ["1.000", "Quantity must be a whole number"],
    ["", "Quantity must be a whole number"],
  ])("says at once what is wrong with a quantity of “%s”", async (text, words) => {
    await open();
    await screen.findByText("Checked: it would be sent.");
    fireEvent.change(quantity(), { target: { value: text } });

    expect(await screen.findByText(words)).toBeTruthy();
    expect(submit().disabled).toBe(true);
    expect(line("Estimated cost")).toBe("–");
    expect(line("Part of the portfolio")).toBe("–");
    fireEvent.click(submit());
    fireEvent.submit(submit().closest("form")!);
    fireEvent.change(quantity(), { target: { value: "2" } });
    await waitFor(() => expect(submit().disabled).toBe(false));
    expect(placed()).toEqual([]);
  });

  const NONE = "Limit price is required for limit orders";
  const NO_NUMBER = "A limit price is a number, such as 189.50";
  it.each([
    ["-5", NONE],
    ["0", NONE],
    ["1.2.3", NO_NUMBER],
    ["189,50", NO_NUMBER],
  ])("says at once what is wrong with a limit of “%s”", async (text, words) => {
    await open();
    fireEvent.click(screen.getByLabelText("Limit"));
    fireEvent.change(await screen.findByLabelText("Limit Price"), { target: { value: text } });

    expect(await screen.findByText(words)).toBeTruthy();
    expect(submit().disabled).toBe(true);
    expect(line("Estimated cost")).toBe("–");
    // At market it has no limit, and so nothing wrong with it.
    fireEvent.click(screen.getByLabelText("Market"));
    await waitFor(() => expect(submit().disabled).toBe(false));
  });

  it("is sent once, however often its button is pressed while it is under way", async () => {
    await open();
    await screen.findByText("Checked: it would be sent.");
    const slow = invented.holdBack("/api/orders");
    fireEvent.click(submit());
    const pending = await screen.findByRole<HTMLButtonElement>("button", { name: "Placing..." });
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    expect(pending.disabled).toBe(true);
    fireEvent.click(pending);
    slow.letGo();

    await said("Order Placed Successfully");
    expect(placed()).toHaveLength(1);
  });

  it("cannot be sent without a network, and can once it is back", async () => {
    await open();
    await waitFor(() => expect(submit().disabled).toBe(false));
    const isBack = wentOffline(invented);
    expect(submit().disabled).toBe(true);
    fireEvent.click(submit());
    expect(placed()).toEqual([]);

    isBack();
    await waitFor(() => expect(submit().disabled).toBe(false));
  });

  it("keeps the symbol and the side that were chosen in it over a reload", async () => {
    await open("/dashboard?trade=AAPL&side=buy");
    await screen.findByRole("option", { name: "TSLA" });
    fireEvent.change(screen.getByLabelText("Symbol"), { target: { value: "TSLA" } });
    fireEvent.click(screen.getByLabelText("Sell"));

    await waitFor(() =>
      expect(screen.getByLabelText("Address").textContent).toBe("/dashboard?trade=TSLA&side=sell"),
    );
  });

  it("says the limit of the order it has placed", async () => {
    await open();
    fireEvent.click(screen.getByLabelText("Limit"));
    fireEvent.change(await screen.findByLabelText("Limit Price"), { target: { value: "120.5" } });
    fireEvent.change(quantity(), { target: { value: "2" } });
    fireEvent.click(submit());

    await said("Order Placed Successfully: Buy 2 shares of AAPL at a limit of $120.50.");
  });

  it("says the server's reason where it would not even check", async () => {
    invented.refuse("/api/orders/check", 409, { code: "no-account", error: "Connect a broker." });
    await open();

    expect(await screen.findByText("Connect a broker.")).toBeTruthy();
  });

  it("blocks a buy that costs more than the free cash, and no sell", async () => {
    invented.begin({ cash: 100 });
    await open();
    fireEvent.change(quantity(), { target: { value: "5" } });

    expect(await screen.findByText("Insufficient funds")).toBeTruthy();
    expect(submit().disabled).toBe(true);
    fireEvent.click(screen.getByLabelText("Sell"));
    await waitFor(() => expect(submit().disabled).toBe(false));
    expect(screen.queryByText("Insufficient funds")).toBeNull();
  });

  it("promises nothing of an order that cannot be sent from here", async () => {
    await open();
    await screen.findByText("Checked: it would be sent.");
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
    act(() => void dispatchEvent(new Event("offline")));

    expect(await screen.findByText(/^Not checked: nothing can be sent/)).toBeTruthy();
    expect(screen.queryByText("Checked: it would be sent.")).toBeNull();
    expect(submit().disabled).toBe(true);
    Reflect.deleteProperty(navigator, "onLine");
    act(() => void dispatchEvent(new Event("online")));
    await screen.findByText("Checked: it would be sent.");
  });

  it("shows the server's own checks before it is sent", async () => {
    await open();
    expect(await screen.findByText("Checked: it would be sent.")).toBeTruthy();

    fireEvent.change(quantity(), { target: { value: "90" } });
    expect(
      await screen.findByText("The position would be more than 12% of the account."),
    ).toBeTruthy();
    expect(screen.getByText(/these limits bind the agent, not you/)).toBeTruthy();

    fireEvent.click(screen.getByLabelText("Sell"));
    expect(
      await screen.findByText("You hold 20 shares of AAPL and asked to sell 90."),
    ).toBeTruthy();
    expect(placed()).toEqual([]);
  });

  it("can be placed while the check does not answer", async () => {
    invented.refuse("/api/orders/check", 503, { code: "away", error: "Away" });
    await open();

    expect(await screen.findByText(/The order could not be checked/)).toBeTruthy();
    fireEvent.click(submit());
    await said("Order Placed Successfully");
  });

  it("is not sent for a symbol that no market lists", async () => {
    const problem = { code: "unknown-symbol", error: "No market lists ZZZZZ." };
    invented.refuse("/api/market/quote", 404, problem);
    await open("/dashboard?trade=ZZZZZ&side=buy");

    expect(await screen.findByText("No price: No market lists ZZZZZ.")).toBeTruthy();
    expect(submit().disabled).toBe(true);
  });

  it("is not sent by Enter in a field, which leads to its button", async () => {
    await open();
    quantity().focus();
    const isAllowed = fireEvent.keyDown(quantity(), { key: "Enter" });

    expect(isAllowed).toBe(false);
    expect(document.activeElement).toBe(submit());
    expect(placed()).toEqual([]);
  });
});
