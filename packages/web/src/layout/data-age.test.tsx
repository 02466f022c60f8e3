// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { noteAnswer, noteStream } from "../live/line.ts";
import { takePrices } from "../live/price-store.ts";
import type { InventedWorld } from "../testing/invented-world.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { DataAge } from "./data-age.tsx";

const invented = holdInventedHttp();
const HOUR_MS = 3_600_000;

const look = (changes: Partial<InventedWorld> = {}) => {
  invented.begin(changes);
  renderPage(<DataAge />);
};
const strip = (title: string | RegExp) => screen.findByTitle(title);

describe("the data age in the strip", () => {
  it("is how old the newest price is, while prices come", async () => {
    look({ priceAgeMs: 4_000 });

    expect((await strip("Prices come as they are made.")).textContent).toMatch(/^Data[45]s$/);
  });

  it("is told by the server's clock, wherever the browser's own stands", async () => {
    look({ now: () => Date.now() + HOUR_MS });
    expect((await strip("Prices come as they are made.")).textContent).toMatch(/^Data[01]s$/);
  });

  it("is no older for a browser whose clock is ahead", async () => {
    look({ now: () => Date.now() - HOUR_MS });
    expect((await strip("Prices come as they are made.")).textContent).toMatch(/^Data[01]s$/);
  });

  it("is that of what was read, and no good news, once the stream is silent", async () => {
    look({ priceAgeMs: 4_000 });
    await strip("Prices come as they are made.");
    act(() => noteStream("silent"));

    const silent = await strip(/^The live stream is silent/);
    expect(silent.textContent).toMatch(/^Data[4-9]s$/);
    expect(silent.querySelector(".bg-gain")).toBeNull();
  });

  it("says when nobody answers, and when there is no network", async () => {
    look();
    await strip("Prices come as they are made.");
    act(() => {
      noteStream("silent");
      noteAnswer(false);
    });
    expect((await strip(/does not answer/)).textContent).toMatch(/^No answer\d+s$/);
  });

  it("catches up before it is called live again", async () => {
    look();
    await strip("Prices come as they are made.");
    act(() => noteStream("catching-up"));

    const waiting = await strip("The newest prices are on their way.");
    expect(waiting.querySelector(".bg-gain")).toBeNull();
  });

  it("is the age of the last price of a market that is closed", async () => {
    look({ isOpen: false, priceAgeMs: 40 * HOUR_MS });

    expect((await strip(/The market is closed/)).textContent).toBe("Data40h");
  });

  it("is no good news while the server hears nothing from the market, whatever it tells", async () => {
    look({ isFed: false });
    const dead = await strip(/^No prices come from the market/);
    act(() => takePrices({ AAPL: [201, Date.now()] }));

    expect(dead.querySelector(".bg-gain")).toBeNull();
    expect(screen.queryByTitle("Prices come as they are made.")).toBeNull();
  });
});
