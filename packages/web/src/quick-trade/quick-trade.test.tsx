// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { noteAnswer, noteStream } from "../live/line.ts";
import { takePrices } from "../live/price-store.ts";
import { wentOffline } from "../testing/faults.ts";
import { priceAt } from "../testing/invented-world.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { suggestedLimit } from "./estimate.ts";
import { QuickTrade } from "./quick-trade.tsx";

const invented = holdInventedHttp();

const NOON = Date.UTC(2025, 10, 21, 17);

const open = async (at = "/dashboard?trade=AAPL&side=buy") => {
  renderPage(<QuickTrade />, { at });
  await screen.findByText(/Available cash/);
  await waitFor(() => expect(invented.heard("GET", "/api/account")).not.toEqual([]));
};
const quantity = () => screen.getByLabelText<HTMLInputElement>("Quantity");
const submit = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: /^(Buy|Sell)( [A-Z]+)?$/ });
const part = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
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

  it("asks for a symbol, a quantity and, at a limit, a price", async () => {
    await open("/dashboard?trade=");
    fireEvent.click(submit());
    expect(await screen.findByText("Please select a symbol")).toBeTruthy();

    fireEvent.change(screen.getByLabelText("Symbol"), { target: { value: "AAPL" } });
    fireEvent.change(quantity(), { target: { value: "1" } });
    fireEvent.click(screen.getByLabelText("Limit"));
    await screen.findByLabelText("Limit Price");
    fireEvent.click(submit());
    expect(await screen.findByText("Limit price is required for limit orders")).toBeTruthy();
    expect(placed()).toEqual([]);
  });

  it.each([
    ["0", "Quantity must be at least 1"],
    ["-1", "Quantity must be at least 1"],
    ["2.5", "Quantity must be a whole number"],
    ["10001", "Quantity must be at most 10000"],
    ["1,5", "Quantity must be a whole number"],
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

  const WRONG_LIMITS = ["-5", "0", "1.2.3", "189,50"];
  it.each(WRONG_LIMITS)("says at once what is wrong with a limit of “%s”", async (text) => {
    await open();
    fireEvent.click(screen.getByLabelText("Limit"));
    fireEvent.change(await screen.findByLabelText("Limit Price"), { target: { value: text } });

    expect(await screen.findByText("Limit price is required for limit orders")).toBeTruthy();
    expect(submit().disabled).toBe(true);
    expect(line("Estimated cost")).toBe("–");
    // At market it has no limit, and so nothing wrong with it.
    fireEvent.click(screen.getByLabelText("Market"));
    await waitFor(() => expect(submit().disabled).toBe(false));
  });

  it("is not changed by the wheel, and by the arrow keys in whole shares within bounds", async () => {
    await open();
    quantity().focus();
    fireEvent.wheel(quantity(), { deltaY: -100 });
    expect([quantity().value, quantity().type]).toEqual(["1", "text"]);
    fireEvent.keyDown(quantity(), { key: "ArrowUp" });
    await waitFor(() => expect(quantity().value).toBe("2"));
    for (const _ of [1, 2, 3]) fireEvent.keyDown(quantity(), { key: "ArrowDown" });
    await waitFor(() => expect(quantity().value).toBe("1"));
    fireEvent.change(quantity(), { target: { value: "10000" } });
    fireEvent.click(screen.getByRole("button", { name: "One more" }));
    await waitFor(() => expect(quantity().value.replace(",", "")).toBe("10000"));
  });

  it("offers as most what the cash buys, in whole shares, and what is held", async () => {
    invented.begin({ now: () => NOON, cash: 1_000 });
    await open();
    const price = priceAt("AAPL", NOON);
    await waitFor(() => expect(part("Max").disabled).toBe(false));
    fireEvent.click(part("Max"));
    await waitFor(() => expect(quantity().value).toBe(String(Math.floor(1_000 / price))));
    expect(screen.queryByText("Insufficient funds")).toBeNull();
    fireEvent.click(screen.getByLabelText("Sell"));
    fireEvent.click(part("Max"));
    await waitFor(() => expect(quantity().value).toBe("20"));
    fireEvent.click(part("25%"));
    await waitFor(() => expect(quantity().value).toBe("5"));
  });

  it("offers of what is held the whole shares within a part, never one more", async () => {
    await open("/dashboard?trade=AMD&side=sell");
    await waitFor(() => expect(part("Max").disabled).toBe(false));
    for (const [words, shares] of [
      ["25%", "2"],
      ["50%", "5"],
      ["Max", "10"],
    ] as const) {
      fireEvent.click(part(words));
      await waitFor(() => expect(quantity().value).toBe(shares));
    }
  });

  it("offers no parts of what nobody could buy", async () => {
    invented.begin({ cash: 10 });
    await open();
    await screen.findByText("Insufficient funds");

    for (const words of ["25%", "50%", "Max"]) expect(part(words).disabled).toBe(true);
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

  it("takes no limit price of zero", async () => {
    await open();
    fireEvent.click(screen.getByLabelText("Limit"));
    fireEvent.change(await screen.findByLabelText("Limit Price"), { target: { value: "0" } });
    fireEvent.click(submit());

    expect(await screen.findByText("Limit price is required for limit orders")).toBeTruthy();
    expect(placed()).toEqual([]);
  });

  it("fills in the suggested limit and sends it", async () => {
    invented.begin({ now: () => NOON });
    await open();
    fireEvent.click(screen.getByLabelText("Limit"));
    const suggest = await screen.findByRole("button", { name: "Use Suggested" });
    await waitFor(() => expect((suggest as HTMLButtonElement).disabled).toBe(false));
    fireEvent.click(suggest);
    fireEvent.click(submit());

    await said("Order Placed Successfully");
    const quote = priceAt("AAPL", NOON);
    expect(placed().map(({ body }) => body)).toEqual([
      {
        symbol: "AAPL",
        side: "buy",
        orderType: "limit",
        quantity: 1,
        limitPrice: suggestedLimit(quote, "buy"),
      },
    ]);
  });

  it("says which limit prices no market takes, before they are sent", async () => {
    await open();
    fireEvent.click(screen.getByLabelText("Limit"));
    const limit = await screen.findByLabelText("Limit Price");
    fireEvent.change(limit, { target: { value: "120.12" } });
    expect(await screen.findByText(/at a limit of \$120.12/)).toBeTruthy();

    fireEvent.change(limit, { target: { value: "120.123" } });
    fireEvent.click(submit());
    expect(
      await screen.findByText("A limit price of a dollar or more has two decimals at most"),
    ).toBeTruthy();
    expect(screen.queryByText("Review:")).toBeNull();
    expect(placed()).toEqual([]);
  });

  it("offers the symbols of each group from A to Z", async () => {
    await open();
    const watched = await screen.findByRole("group", { name: "Watched" });
    const offered = within(watched)
      .getAllByRole("option")
      .map(({ textContent }) => textContent ?? "");

    expect(1 < offered.length).toBe(true);
    expect(offered).toEqual([...offered].sort());
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

  it("says of a sell how many shares are held", async () => {
    await open("/dashboard?trade=AAPL&side=sell");

    const held = await screen.findByText("Shares held");
    await waitFor(() => expect(held.nextElementSibling?.textContent).toBe("20"));
    fireEvent.click(screen.getByLabelText("Buy"));
    await waitFor(() => expect(screen.queryByText("Shares held")).toBeNull());
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

const OLD_MS = 4 * 60_000;
const alarm = (words: RegExp) =>
  waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(words));

describe("the price of a ticket", () => {
  it("says that it is live, and that the order is estimated by it", async () => {
    await open();

    expect(await screen.findByText(/^Live · \d+s$/)).toBeTruthy();
    expect(screen.getByText(/^By \$\d.*, the live price\.$/)).toBeTruthy();
  });

  it("is the one that was read, as of its time, once the stream is silent", async () => {
    await open();
    await screen.findByText(/^Live ·/);
    act(() => noteStream("silent"));

    expect(await screen.findByText(/^as of \d\d:\d\d:\d\d ET · \d+s$/)).toBeTruthy();
    expect(screen.getByText(/, the price as of \d\d:\d\d:\d\d ET\.$/)).toBeTruthy();
    expect(screen.queryByText(/^Live/)).toBeNull();
  });

  it("is the stream's where that is newer than the quote, and the quote where that is", async () => {
    await open();
    const [last] = await screen.findAllByText(/^\$\d/);
    act(() => takePrices({ AAPL: [4.5, Date.now() - 60_000] }));
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(last!.textContent).not.toBe("$4.50");

    act(() => takePrices({ AAPL: [4.75, Date.now() + 5_000] }));
    // As the current price and as the estimated cost of one share.
    await waitFor(() => expect(screen.getAllByText("$4.75")).toHaveLength(2));
  });

  it("estimates nothing where it is too old, and the order is asked for twice", async () => {
    invented.begin({ priceAgeMs: OLD_MS });
    await open();
    await screen.findByText(/too old to estimate by/);
    fireEvent.click(submit());
    await alarm(/There is no newer one\. Press Buy AAPL again/);
    expect(placed()).toEqual([]);
    expect(screen.getByText("Estimated cost").nextElementSibling?.textContent).toBe("–");

    fireEvent.click(await waitFor(submit));
    await said("Order Placed Successfully");
    expect(placed()).toHaveLength(1);
  });

  it("is shown first where a newer one comes of asking", async () => {
    const world = invented.begin({ priceAgeMs: OLD_MS });
    await open();
    await screen.findByText(/too old to estimate by/);
    world.priceAgeMs = 0;
    fireEvent.click(submit());
    await alarm(/It is newer than the one before: look again, then press Buy AAPL/);
    expect(placed()).toEqual([]);

    fireEvent.click(await waitFor(submit));
    await said("Order Placed Successfully");
  });

  it("holds up no order with a limit of its own, however old it is", async () => {
    invented.begin({ priceAgeMs: OLD_MS });
    await open();
    await screen.findByText(/too old to estimate by/);
    fireEvent.click(screen.getByLabelText("Limit"));
    const limit = await screen.findByLabelText("Limit Price");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Use Suggested" }).disabled).toBe(
      true,
    );
    fireEvent.change(limit, { target: { value: "10" } });
    fireEvent.click(submit());

    await said("Order Placed Successfully");
  });

  it("takes no order while nobody answers", async () => {
    await open();
    act(() => {
      noteStream("silent");
      noteAnswer(false);
    });

    expect((submit() as HTMLButtonElement).disabled).toBe(true);
  });
});
