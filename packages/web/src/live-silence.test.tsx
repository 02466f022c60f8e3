// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useEndpoint } from "./api/use-endpoint.ts";
import { useLine } from "./live/line.ts";
import { usePrice } from "./live/price-store.ts";
import type { LivePatience } from "./live/silence.ts";
import { useStanding } from "./live/standing.ts";
import { followLive } from "./live.ts";
import { holdInventedHttp, renderPage } from "./testing/render-page.tsx";
import { SpokenStream } from "./testing/spoken-stream.ts";
import { useOnline } from "./ui/use-online.ts";

const invented = holdInventedHttp();
afterEach(() => {
  vi.restoreAllMocks();
  network(true);
  seen(true);
});

/** Polls come as often as a test can wait for; none where a test is about something else. */
const poll = vi.hoisted(() => ({ everyMs: 0 }));

vi.mock("./api/poll-interval.ts", async (original) => {
  const real = await original<typeof import("./api/poll-interval.ts")>();
  const pollIntervalMsOf: typeof real.pollIntervalMsOf = (...of) =>
    real.pollIntervalMsOf(...of) && poll.everyMs;
  return { ...real, pollIntervalMsOf };
});

const EVERY_MS = 30;
beforeEach(() => {
  poll.everyMs = EVERY_MS;
});

const LONG_MS = 600_000;

/** Waits for what a test makes happen, and for nothing else. */
const STILL: LivePatience = {
  doubtMs: LONG_MS,
  silentMs: LONG_MS,
  answerMs: LONG_MS,
  hiddenMs: LONG_MS,
  steadyMs: LONG_MS,
  againMs: () => 10,
};

const HASTY: LivePatience = { ...STILL, doubtMs: 100, silentMs: 200 };

interface Following {
  readonly patience?: LivePatience;
}

const useLive = (patience = STILL) => useEffect(() => followLive(patience), [patience]);

function Quoted({ patience }: Following) {
  useLive(patience);
  useEndpoint(CALLS.readQuote, { symbol: "AAPL" });
  return (
    <p>
      AAPL {usePrice("AAPL")?.price} {useStanding("AAPL")}, {useLine()},{" "}
      {useOnline() ? "orders" : "no orders"}
    </p>
  );
}

const polls = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const stream = () => SpokenStream.open.at(-1)!;

/** The stream that took the place of another. */
const opened = async (before: SpokenStream) => {
  await waitFor(() => expect([undefined, before]).not.toContain(SpokenStream.open.at(-1)));
  expect(SpokenStream.open).toHaveLength(1);
  return stream();
};

const said = (words: RegExp) => screen.findByText(words);

describe("a live stream that falls silent", () => {
  /** So far ahead of what is read that it can only be the stream's. */
  const tick = () =>
    act(() => stream().push({ type: "prices", prices: { AAPL: [4.5, Date.now() + 5_000] } }));

  it("is no live price any more: the one that is read shows, and the stream is opened anew", async () => {
    renderPage(<Quoted patience={HASTY} />);
    const first = stream();
    tick();
    await said(/AAPL 4.5 live, live, orders/);

    await said(/AAPL \d{3}\S* recent, silent, orders/);
    const second = await opened(first);
    act(() => first.heartbeat());
    expect(screen.queryByText(/live, live/)).toBeNull();
    act(() => second.heartbeat());
    await said(/live, live, orders/);
  });

  it("takes no orders once nobody answers, and takes them again with the first answer", async () => {
    renderPage(<Quoted />);
    act(() => stream().heartbeat());
    await said(/live, live, orders/);
    invented.goAway();
    act(() => stream().lose());
    await said(/no-answer, no orders/);

    // Polls fail meanwhile, and go on all the same.
    await act(() => polls(EVERY_MS * 5));
    invented.comeBack();
    await said(/silent, orders/);
  });

  it("asks whether anybody is there before it counts as broken", async () => {
    const probed = vi.spyOn(globalThis, "fetch");
    renderPage(<Quoted patience={{ ...STILL, doubtMs: 50 }} />);
    act(() => stream().heartbeat());
    await said(/live, live, orders/);

    await waitFor(() =>
      expect(probed.mock.calls.map(([address]) => String(address))).toContain("/healthz"),
    );
    expect(screen.getByText(/live, live, orders/)).toBeTruthy();
  });

  it("is known at once where the network goes, and comes back with it", async () => {
    renderPage(<Quoted />);
    const first = stream();
    tick();
    await said(/AAPL 4.5 live/);

    network(false);
    expect(screen.getByText(/offline, no orders/)).toBeTruthy();
    expect(screen.queryByText(/AAPL 4\.5 /)).toBeNull();
    network(true);
    const second = await opened(first);
    act(() => second.heartbeat());
    await said(/live, live, orders/);
  });

  it("of a tab nobody saw catches up when it is seen, and is not called live before its first word", async () => {
    renderPage(<Quoted patience={{ ...STILL, hiddenMs: 10 }} />);
    const first = stream();
    act(() => first.heartbeat());
    await said(/live, live/);
    seen(false);
    await waitFor(() => expect(SpokenStream.open).toEqual([]));

    seen(true);
    expect(screen.getByText(/catching-up, orders/)).toBeTruthy();
    act(() => stream().heartbeat());
    await said(/live, live/);
  });

  it("of a page that is left is closed at once, and opened once when Back brings it up again", async () => {
    renderPage(<Quoted />);
    act(() => stream().heartbeat());
    tick();
    await said(/AAPL 4.5 live, live/);
    seen(false);
    turned("pagehide");
    expect(SpokenStream.open).toEqual([]);

    seen(true);
    turned("pageshow");
    expect(SpokenStream.open).toHaveLength(1);
    expect(screen.getByText(/catching-up, orders/)).toBeTruthy();
    expect(screen.queryByText(/AAPL 4\.5 /)).toBeNull();
    act(() => stream().heartbeat());
    await said(/live, live/);

    // Some browsers say no more than that the page is shown again.
    turned("pagehide");
    turned("pageshow");
    expect(SpokenStream.open).toHaveLength(1);
  });

  it("of a page that slept is waited for once more before it counts as broken", async () => {
    renderPage(<Quoted patience={HASTY} />);
    const first = stream();
    act(() => first.heartbeat());
    const real = Date.now;
    // The clock has gone on for a minute while no timer of this page ran.
    vi.spyOn(Date, "now").mockImplementation(() => real() + 60_000);
    await said(/catching-up/);
    expect(SpokenStream.open).toEqual([first]);

    act(() => first.heartbeat(real() + 60_000));
    await said(/live/);
    expect(SpokenStream.open).toEqual([first]);
  });
});

function network(isThere: boolean): void {
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => isThere });
  act(() => void dispatchEvent(new Event(isThere ? "online" : "offline")));
}

function seen(isSeen: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => !isSeen });
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

function turned(page: "pagehide" | "pageshow"): void {
  act(() => void dispatchEvent(Object.assign(new Event(page), { persisted: true })));
}
