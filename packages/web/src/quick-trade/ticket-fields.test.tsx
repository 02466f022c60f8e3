// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { priceAt } from "../testing/invented-prices.ts";
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
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

const placed = () => invented.heard("POST", "/api/orders");

describe("a ticket's fields", () => {
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

  it("says before it is sent that a limit lies far on the wrong side of the price", async () => {
    invented.begin({ now: () => NOON });
    await open();
    fireEvent.click(screen.getByLabelText("Limit"));
    const limit = await screen.findByLabelText("Limit Price");
    const price = priceAt("AAPL", NOON);
    const type = (dollars: number) =>
      fireEvent.change(limit, { target: { value: dollars.toFixed(2) } });
    type(price * 2);
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /^This limit is about (99|100)% above the price/,
    );

    type(price / 2);
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    fireEvent.click(screen.getByLabelText("Sell"));
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /^This limit is about (49|50)% below the price/,
    );
    expect(placed()).toEqual([]);
  });

  it.each(["12,5a", "abc", "1e3", "12,5"])("takes “%s” for no price", async (typed) => {
    await open();
    fireEvent.click(screen.getByLabelText("Limit"));
    const limit = await screen.findByLabelText<HTMLInputElement>("Limit Price");
    fireEvent.change(limit, { target: { value: typed } });

    expect(await screen.findByText("A limit price is a number, such as 189.50")).toBeTruthy();
    expect(limit.getAttribute("aria-invalid")).toBe("true");
    expect(limit.value).toBe(typed);
    fireEvent.submit(submit().form!);
    await invented.debounced();
    expect([submit().disabled, placed()]).toEqual([true, []]);
    fireEvent.change(limit, { target: { value: "" } });
    expect(await screen.findByText("Limit price is required for limit orders")).toBeTruthy();
  });

  it("says of a limit beyond every price how high it may be, and reckons nothing with it", async () => {
    await open();
    fireEvent.click(screen.getByLabelText("Limit"));
    const cost = () => screen.getByText("Estimated cost").nextElementSibling?.textContent;
    const limit = await screen.findByLabelText("Limit Price");
    fireEvent.change(limit, { target: { value: "90000" } });
    await waitFor(() => expect(cost()).toBe("$90,000.00"));
    fireEvent.change(limit, { target: { value: "100001" } });

    expect(await screen.findByText("A price is at most $100,000")).toBeTruthy();
    expect(cost()).toBe("–");
    expect(screen.queryByText(/^This limit is about/)).toBeNull();
    fireEvent.change(limit, { target: { value: "120.123" } });
    await screen.findByText("A limit price of a dollar or more has two decimals at most");
    expect(cost()).toBe("–");
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

  it("says of a sell how many shares are held", async () => {
    await open("/dashboard?trade=AAPL&side=sell");

    const held = await screen.findByText("Shares held");
    await waitFor(() => expect(held.nextElementSibling?.textContent).toBe("20"));
    fireEvent.click(screen.getByLabelText("Buy"));
    await waitFor(() => expect(screen.queryByText("Shares held")).toBeNull());
  });
});
