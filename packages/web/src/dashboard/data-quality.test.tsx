// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteAnswer, noteStream } from "../live/line.ts";
import { forgetPrices, takeRead } from "../live/price-store.ts";
import { forgetServerTime } from "../live/server-clock.ts";
import { noteFeed, PRICE_AGE_MAX_MS } from "../live/standing.ts";
import { QualityDot } from "./data-quality.tsx";

beforeEach(() => {
  noteStream("live");
  noteAnswer(true);
  noteFeed(true);
  forgetServerTime();
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  forgetPrices();
});

const look = (ageMs = 0) => {
  takeRead([["AAPL", 200, Date.now() - ageMs]]);
  render(<QualityDot ticker="AAPL" quality="live_data" />);
};

describe("a symbol's dot", () => {
  it("is green while its price is of now, and the stream lives", () => {
    look();
    expect(screen.getByTitle("Live data").className).toContain("bg-gain");

    act(() => noteStream("silent"));
    expect(screen.getByTitle("Cached").className).not.toContain("bg-gain");
  });

  it("is not green for a price that is too old, however alive the stream is", () => {
    look(PRICE_AGE_MAX_MS + 1_000);
    expect(screen.getByTitle("Cached")).toBeTruthy();
  });

  it("turns by itself as its price grows old", async () => {
    look();
    const real = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => real() + PRICE_AGE_MAX_MS + 1_000);

    expect(await screen.findByTitle("Cached", {}, { timeout: 50_000 })).toBeTruthy();
  });

  it("is not green where the server says that no prices come", () => {
    noteFeed(false);
    look();
    expect(screen.getByTitle("Cached")).toBeTruthy();
  });

  it("is not green without a price", () => {
    render(<QualityDot ticker="AAPL" quality="live_data" />);
    expect(screen.getByTitle("Cached")).toBeTruthy();
  });
});
