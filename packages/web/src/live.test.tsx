// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { mutate } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listPricedPositions, readAccount, readMarketHours, readQuote } from "./api/lines.ts";
import { useEndpoint } from "./api/use-endpoint.ts";
import { useUser } from "./api/use-user.ts";
import { useLine } from "./live/line.ts";
import { usePrice } from "./live/price-store.ts";
import type { LivePatience } from "./live/silence.ts";
import { useStanding } from "./live/standing.ts";
import { followLive } from "./live.ts";
import { BROKER } from "./testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "./testing/render-page.tsx";
import { SpokenStream } from "./testing/spoken-stream.ts";
import { useOnline } from "./ui/use-online.ts";

const invented = holdInventedHttp();
afterEach(() => {
  vi.restoreAllMocks();
  network(true);
  seen(true);
});

const EVERY_MS = 30;
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

function Cash({ patience }: Following) {
  useLive(patience);
  const { data } = useEndpoint(readAccount, {}, { everyMs: EVERY_MS });
  return <p>Cash {data?.cash}</p>;
}

function Held() {
  useLive();
  const { data } = useEndpoint(listPricedPositions);
  return <p>Holding {data?.length}</p>;
}

function Name() {
  useLive();
  const { user, isLoading } = useUser();
  return <p>{isLoading ? "…" : (user?.username ?? "nobody")}</p>;
}

/** Two views that nothing asks for again by itself. */
function Still({ patience }: Following) {
  useLive(patience);
  const { data: account } = useEndpoint(readAccount);
  const { data: hours } = useEndpoint(readMarketHours);
  return <p>{account && hours ? `All there, with ${account.cash}` : "…"}</p>;
}

function Quoted({ patience }: Following) {
  useLive(patience);
  useEndpoint(readQuote, { symbol: "AAPL" }, { everyMs: EVERY_MS });
  return (
    <p>
      AAPL {usePrice("AAPL")?.price} {useStanding("AAPL")}, {useLine()},{" "}
      {useOnline() ? "orders" : "no orders"}
    </p>
  );
}

const asked = (path = "/api/account") => invented.heard("GET", path).length;
const polls = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const stream = () => SpokenStream.open.at(-1)!;
/** The stream that took the place of another. */
const opened = async (before: SpokenStream) => {
  await waitFor(() => expect([undefined, before]).not.toContain(SpokenStream.open.at(-1)));
  expect(SpokenStream.open).toHaveLength(1);
  return stream();
};
const said = (words: RegExp) => screen.findByText(words);
const account = (cash: number) => ({
  id: BROKER.id,
  mode: "demo",
  provider: "alpaca",
  label: "Demo",
  equity: cash,
  cash,
  availableCash: cash,
});

describe("the live stream", () => {
  it("replaces polling of what it pushes, and polling replaces it when it breaks", async () => {
    renderPage(<Cash />);
    await waitFor(() => expect(asked()).toBeGreaterThan(2));

    act(() => stream().tell("/api/account", account(4242)));
    await said(/Cash 4242/);
    // A poll may have been on its way as the stream came.
    await act(invented.settled);
    const before = asked();
    await act(() => polls(EVERY_MS * 6));
    expect(asked()).toBe(before);
    expect(screen.getByText("Cash 4242")).toBeTruthy();

    act(() => stream().lose());
    await waitFor(() => expect(asked()).toBeGreaterThan(before + 1));
    await said(/Cash 73841.27/);
  });

  it("tells what changed in a view, which is then the whole of it", async () => {
    renderPage(<Cash />);
    act(() => stream().tell("/api/account", account(4242)));
    await said(/Cash 4242/);
    await act(invented.settled);
    const before = asked();

    act(() => stream().tellChange("/api/account", { put: { cash: 4243 } }));
    await said(/Cash 4243/);
    expect(asked()).toBe(before);
  });

  it("is opened anew, and the view read anew, where a piece of it was missed", async () => {
    renderPage(<Cash />);
    const first = stream();
    act(() => first.tell("/api/account", account(4242)));
    await said(/Cash 4242/);

    act(() => {
      first.loseOne("/api/account");
      first.tellChange("/api/account", { put: { cash: 4244 } });
    });
    await said(/Cash 73841.27/);
    const second = await opened(first);
    act(() => second.tell("/api/account", account(4245)));
    await said(/Cash 4245/);
  });

  it("is newer than an answer that was made before it and comes after it", async () => {
    renderPage(<Still />);
    await said(/All there/);
    act(() => stream().tell("/api/account", account(4242)));
    await act(() => mutate("/api/account"));
    await said(/with 4242/);

    const real = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => real() + 2_000);
    await act(() => mutate("/api/account"));
    await said(/with 73841.27/);
  });

  it("leaves alone what it does not push", async () => {
    renderPage(<Cash />);
    act(() => stream().tell("/api/positions", []));
    const before = asked();

    await waitFor(() => expect(asked()).toBeGreaterThan(before + 2));
  });

  it("has everything that is shown read again once it is back, and only once", async () => {
    renderPage(<Still />);
    await said(/All there/);
    const first = stream();
    act(() => first.beat());
    expect([asked(), asked("/api/market/hours")]).toEqual([1, 1]);

    act(() => first.lose());
    const second = await opened(first);
    act(() => second.connect());
    await act(invented.settled);
    expect([asked(), asked("/api/market/hours")]).toEqual([1, 1]);

    act(() => second.beat());
    await waitFor(() => expect([asked(), asked("/api/market/hours")]).toEqual([2, 2]));
    act(() => second.beat());
    act(() => second.tell("/api/account", account(4242)));
    await act(invented.settled);
    expect([asked(), asked("/api/market/hours")]).toEqual([2, 2]);
  });

  it("asks again for what is held once something was filled", async () => {
    const trades = (...ids: readonly string[]) =>
      act(() =>
        stream().tell(
          "/api/trades",
          ids.map((id) => ({ id })),
        ),
      );
    const held = () => asked("/api/positions/with-prices");
    renderPage(<Held />);
    await said(/Holding 6/);
    trades();
    await waitFor(() => expect(held()).toBe(2));
    trades();
    await act(() => polls(EVERY_MS));
    expect(held()).toBe(2);

    act(() =>
      stream().tellChange("/api/trades", { by: "id", put: { t1: { id: "t1" } }, lead: ["t1"] }),
    );
    await waitFor(() => expect(held()).toBe(3));
    trades("t1");
    await act(() => polls(EVERY_MS));
    expect(held()).toBe(3);
  });

  it("signs out whoever is told that the sign-in is over", async () => {
    renderPage(<Name />);
    await said(/demo/);
    invented.refuse("/api/user", 401, { code: "signed-out", error: "Please sign in." });
    act(() => stream().push({ type: "signed-out" }));

    await said(/nobody/);
  });

  it("asks who is signed in as soon as the stream is refused, and polls nothing for it", async () => {
    renderPage(<Name />);
    await screen.findByText("demo");
    const first = stream();
    act(() => first.connect());
    act(() => first.lose());
    // It is opened anew: nothing says that the sign-in is over.
    const second = await opened(first);
    expect(invented.heard("GET", "/api/user")).toHaveLength(1);

    invented.refuse("/api/user", 401, { code: "signed-out", error: "Please sign in." });
    act(() => second.refuse());
    await screen.findByText("nobody");
    expect(invented.heard("GET", "/api/user")).toHaveLength(2);
  });

  it("keeps whoever has signed in anew since the sign-in that is over", async () => {
    renderPage(<Name />);
    await said(/demo/);
    const before = asked("/api/user");
    act(() => stream().push({ type: "signed-out" }));

    await waitFor(() => expect(asked("/api/user")).toBeGreaterThan(before));
    await act(() => invented.settled());
    expect(screen.getByText("demo")).toBeTruthy();
  });

  it("is closed with the page", () => {
    const { unmount } = renderPage(<Cash />);
    expect(SpokenStream.open).toHaveLength(1);

    unmount();
    expect(SpokenStream.open).toEqual([]);
  });
});

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
    act(() => first.beat());
    expect(screen.queryByText(/live, live/)).toBeNull();
    act(() => second.beat());
    await said(/live, live, orders/);
  });

  it("takes no orders once nobody answers, and takes them again with the first answer", async () => {
    renderPage(<Quoted />);
    act(() => stream().beat());
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
    renderPage(<Quoted patience={{ ...STILL, doubtMs: 50 }} />);
    act(() => stream().beat());
    await said(/live, live, orders/);
    const probed = vi.spyOn(globalThis, "fetch");

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
    expect(screen.queryByText(/4\.5/)).toBeNull();
    network(true);
    const second = await opened(first);
    act(() => second.beat());
    await said(/live, live, orders/);
  });

  it("of a tab nobody saw catches up when it is seen, and is not called live before its first word", async () => {
    renderPage(<Quoted patience={{ ...STILL, hiddenMs: 10 }} />);
    const first = stream();
    act(() => first.beat());
    await said(/live, live/);
    seen(false);
    await waitFor(() => expect(SpokenStream.open).toEqual([]));

    seen(true);
    expect(screen.getByText(/catching-up, orders/)).toBeTruthy();
    act(() => stream().beat());
    await said(/live, live/);
  });

  it("of a page that slept is waited for once more before it counts as broken", async () => {
    renderPage(<Quoted patience={HASTY} />);
    const first = stream();
    act(() => first.beat());
    const real = Date.now;
    // The clock has gone on for a minute while no timer of this page ran.
    vi.spyOn(Date, "now").mockImplementation(() => real() + 60_000);
    await said(/catching-up/);
    expect(SpokenStream.open).toEqual([first]);

    act(() => first.beat(real() + 60_000));
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
