// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import {
  forgetPrices,
  forgetTicks,
  newestPriceAt,
  priceOf,
  takePrices,
  takeRead,
  usePrice,
} from "./price-store.ts";
import { Seen } from "./seen.ts";

afterEach(() => {
  cleanup();
  forgetPrices();
});

const drawn: Record<string, number> = {};
function PriceOf({ ticker }: { readonly ticker: string }) {
  const known = usePrice(ticker);
  drawn[ticker] = (drawn[ticker] ?? 0) + 1;
  return (
    <p>
      {ticker} {known?.price ?? "–"}
    </p>
  );
}
const nextFrame = () =>
  act(() => new Promise((done) => requestAnimationFrame(() => done(undefined))));

describe("a price", () => {
  it("renders its own symbol once a frame, and no other", async () => {
    render(
      <>
        <PriceOf ticker="AAPL" />
        <PriceOf ticker="MSFT" />
      </>,
    );
    const before = { ...drawn };
    takePrices({ AAPL: [100, 1] });
    takePrices({ AAPL: [101, 2] });
    takePrices({ AAPL: [102, 3] });
    await nextFrame();

    expect(screen.getByText(/AAPL 102/)).toBeTruthy();
    expect(drawn.AAPL).toBe(before.AAPL! + 1);
    expect(drawn.MSFT).toBe(before.MSFT);
  });

  it("is never replaced by an older one", async () => {
    render(<PriceOf ticker="AAPL" />);
    takePrices({ AAPL: [100, 10] });
    await nextFrame();
    takePrices({ AAPL: [90, 5] });
    await nextFrame();
    expect(screen.getByText(/AAPL 100/)).toBeTruthy();

    takePrices({ AAPL: [99, 11] });
    await nextFrame();
    expect(screen.getByText("AAPL 99")).toBeTruthy();
  });

  it("is the newer of what was told and what was read, never the older", async () => {
    render(<PriceOf ticker="AAPL" />);
    takePrices({ AAPL: [100, 10] });
    await nextFrame();
    act(() => takeRead([["AAPL", 90, 5]]));
    expect(screen.getByText("AAPL 100")).toBeTruthy();

    act(() => takeRead([["AAPL", 95, 12]]));
    expect(screen.getByText("AAPL 95")).toBeTruthy();
    expect(newestPriceAt()).toBe(12);
    takePrices({ AAPL: [101, 11] });
    await nextFrame();
    expect(screen.getByText("AAPL 95")).toBeTruthy();
  });

  it("that was told is forgotten with the stream, and the one that was read stands, as old as it is", async () => {
    render(<PriceOf ticker="AAPL" />);
    act(() => takeRead([["AAPL", 95, 8]]));
    takePrices({ AAPL: [100, 10] });
    await nextFrame();
    takePrices({ AAPL: [102, 12] });
    act(forgetTicks);

    expect(screen.getByText("AAPL 95")).toBeTruthy();
    expect(priceOf("AAPL")).toEqual({ price: 95, at: 8 });
    await nextFrame();
    expect(screen.getByText("AAPL 95")).toBeTruthy();
  });

  it("that was paid again has the newer time, and draws nothing anew", async () => {
    render(<PriceOf ticker="AAPL" />);
    takePrices({ AAPL: [100, 10] });
    await nextFrame();
    const before = drawn.AAPL;
    takePrices({ AAPL: [100, 20] });
    await nextFrame();

    expect(drawn.AAPL).toBe(before);
    expect(priceOf("AAPL")?.at).toBe(20);
  });

  it("that nobody sees moves nothing, and is up to date when it is seen again", async () => {
    const show = (isSeen: boolean) => (
      <Seen value={isSeen}>
        <PriceOf ticker="AAPL" />
      </Seen>
    );
    const { rerender } = render(show(false));
    const before = drawn.AAPL;
    takePrices({ AAPL: [100, 1] });
    await nextFrame();
    expect(drawn.AAPL).toBe(before);

    rerender(show(true));
    expect(screen.getByText(/AAPL 100/)).toBeTruthy();
    takePrices({ AAPL: [101, 2] });
    await nextFrame();
    expect(screen.getByText(/AAPL 101/)).toBeTruthy();
  });
});
