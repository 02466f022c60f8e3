// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { forgetPrices, takePrices, useTick } from "./price-store.ts";
import { Seen } from "./seen.ts";

afterEach(() => {
  cleanup();
  forgetPrices();
});

const drawn: Record<string, number> = {};
function PriceOf({ ticker }: { readonly ticker: string }) {
  const tick = useTick(ticker);
  drawn[ticker] = (drawn[ticker] ?? 0) + 1;
  return (
    <p>
      {ticker} {tick?.price ?? "–"} {tick?.direction}
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
    expect(screen.getByText("AAPL 99 down")).toBeTruthy();
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
