// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, screen, waitFor } from "@testing-library/react";
import { type ReactElement, useEffect } from "react";
import { mutate } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useEndpoint } from "./api/use-endpoint.ts";
import { useUser } from "./api/use-user.ts";
import type { LivePatience } from "./live/silence.ts";
import { followLive } from "./live.ts";
import { BROKER } from "./testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "./testing/render-page.tsx";
import { SpokenStream } from "./testing/spoken-stream.ts";

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

const renderStill = (page: ReactElement) => {
  poll.everyMs = 0;
  return renderPage(page);
};

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

interface Following {
  readonly patience?: LivePatience;
}

const useLive = (patience = STILL) => useEffect(() => followLive(patience), [patience]);

function Cash({ patience }: Following) {
  useLive(patience);
  const { data } = useEndpoint(CALLS.readAccount);
  return <p>Cash {data?.cash}</p>;
}

function Held() {
  useLive();
  const { data } = useEndpoint(CALLS.listPricedPositions);
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
  const { data: account } = useEndpoint(CALLS.readAccount);
  const { data: hours } = useEndpoint(CALLS.readMarketHours);
  return <p>{account && hours ? `All there, with ${account.cash}` : "…"}</p>;
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
    await act(invented.debounced);
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
    await act(invented.debounced);
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
    renderStill(<Still />);
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
    renderStill(<Still />);
    await said(/All there/);
    const first = stream();
    act(() => first.heartbeat());
    expect([asked(), asked("/api/market/hours")]).toEqual([1, 1]);

    act(() => first.lose());
    const second = await opened(first);
    act(() => second.connect());
    await act(invented.debounced);
    expect([asked(), asked("/api/market/hours")]).toEqual([1, 1]);

    act(() => second.heartbeat());
    await waitFor(() => expect([asked(), asked("/api/market/hours")]).toEqual([2, 2]));
    act(() => second.heartbeat());
    act(() => second.tell("/api/account", account(4242)));
    await act(invented.debounced);
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
    renderStill(<Held />);
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
    await act(() => invented.debounced());
    expect(screen.getByText("demo")).toBeTruthy();
  });

  it("is closed with the page", () => {
    const { unmount } = renderPage(<Cash />);
    expect(SpokenStream.open).toHaveLength(1);

    unmount();
    expect(SpokenStream.open).toEqual([]);
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
