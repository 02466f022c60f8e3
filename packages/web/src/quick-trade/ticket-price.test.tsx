// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { noteAnswer, noteStream } from "../live/line.ts";
import { takePrices } from "../live/price-store.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { QuickTrade } from "./quick-trade.tsx";

const invented = holdInventedHttp();
const open = async (at = "/dashboard?trade=AAPL&side=buy") => {
  renderPage(<QuickTrade />, { at });
  await screen.findByText(/Available cash/);
  await waitFor(() => expect(invented.heard("GET", "/api/account")).not.toEqual([]));
};

const submit = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: /^(Buy|Sell)( [A-Z]+)?$/ });

const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

const placed = () => invented.heard("POST", "/api/orders");

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

  it("is far from what an order at market meets in a wide quote, and the ticket says so", async () => {
    invented.begin({ halfSpread: 9 });
    await open();

    expect(await screen.findByText(/^Wide quote: .*At market it buys near the ask/)).toBeTruthy();
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

const OLD_MS = 4 * 60_000;
const alarm = (words: RegExp) =>
  waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(words));
