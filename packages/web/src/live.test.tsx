// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { describe, expect, it } from "vitest";
import { listPricedPositions, readAccount } from "./api/lines.ts";
import { useEndpoint } from "./api/use-endpoint.ts";
import { useUser } from "./api/use-user.ts";
import { followLive } from "./live.ts";
import { holdInventedHttp, renderPage } from "./testing/render-page.tsx";
import { SpokenStream } from "./testing/spoken-stream.ts";

const invented = holdInventedHttp();
const EVERY_MS = 30;

function Cash() {
  useEffect(followLive, []);
  const { data } = useEndpoint(readAccount, {}, { everyMs: EVERY_MS });
  return <p>Cash {data?.cash}</p>;
}

function Held() {
  useEffect(followLive, []);
  const { data } = useEndpoint(listPricedPositions);
  return <p>Holding {data?.length}</p>;
}

function Name() {
  useEffect(followLive, []);
  const { user, isLoading } = useUser();
  return <p>{isLoading ? "…" : (user?.username ?? "nobody")}</p>;
}

const asked = () => invented.heard("GET", "/api/account").length;
const polls = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const stream = () => SpokenStream.open.at(-1)!;
const account = (cash: number) => ({
  id: "a1",
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

    act(() => {
      stream().connect();
      stream().push({ type: "view", path: "/api/account", view: account(4242) });
    });
    await screen.findByText("Cash 4242");
    // A poll may have been on its way as the stream came.
    await act(invented.settled);
    const before = asked();
    await act(() => polls(EVERY_MS * 6));
    expect(asked()).toBe(before);
    expect(screen.getByText("Cash 4242")).toBeTruthy();

    act(() => stream().lose());
    await waitFor(() => expect(asked()).toBeGreaterThan(before + 1));
    await screen.findByText("Cash 73841.27");
  });

  it("leaves alone what it does not push", async () => {
    renderPage(<Cash />);
    act(() => {
      stream().connect();
      stream().push({ type: "view", path: "/api/positions", view: [] });
    });
    const before = asked();

    await waitFor(() => expect(asked()).toBeGreaterThan(before + 2));
  });

  it("asks again for what is held once something was filled", async () => {
    const trades = (...ids: readonly string[]) =>
      act(() =>
        stream().push({ type: "view", path: "/api/trades", view: ids.map((id) => ({ id })) }),
      );
    const held = () => invented.heard("GET", "/api/positions/with-prices").length;
    renderPage(<Held />);
    await screen.findByText("Holding 6");
    act(() => stream().connect());
    trades();
    await waitFor(() => expect(held()).toBe(2));
    trades();
    await act(() => polls(EVERY_MS));
    expect(held()).toBe(2);

    trades("t1");
    await waitFor(() => expect(held()).toBe(3));
    trades("t1");
    await act(() => polls(EVERY_MS));
    expect(held()).toBe(3);
  });

  it("signs out whoever is told that the sign-in is over", async () => {
    renderPage(<Name />);
    await screen.findByText("demo");
    invented.refuse("/api/user", 401, { code: "signed-out", error: "Please sign in." });
    act(() => {
      stream().connect();
      stream().push({ type: "signed-out" });
    });

    await screen.findByText("nobody");
  });

  it("asks who is signed in as soon as the stream is refused, and polls nothing for it", async () => {
    renderPage(<Name />);
    await screen.findByText("demo");
    act(() => stream().connect());
    act(() => stream().lose());
    // The browser tries again by itself: nothing says that the sign-in is over.
    expect(invented.heard("GET", "/api/user")).toHaveLength(1);

    invented.refuse("/api/user", 401, { code: "signed-out", error: "Please sign in." });
    act(() => stream().refuse());
    await screen.findByText("nobody");
    expect(invented.heard("GET", "/api/user")).toHaveLength(2);
  });

  it("keeps whoever has signed in anew since the sign-in that is over", async () => {
    renderPage(<Name />);
    await screen.findByText("demo");
    const before = invented.heard("GET", "/api/user").length;
    act(() => {
      stream().connect();
      stream().push({ type: "signed-out" });
    });

    await waitFor(() => expect(invented.heard("GET", "/api/user").length).toBeGreaterThan(before));
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
