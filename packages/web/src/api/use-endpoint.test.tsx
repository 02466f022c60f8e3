// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, fireEvent, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { describe, expect, it } from "vitest";
import { followLive } from "../live.ts";
import { secondWindow } from "../testing/faults.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SpokenStream } from "../testing/spoken-stream.ts";
import { useEndpoint } from "./use-endpoint.ts";

const invented = holdInventedHttp();
const ROWS = ["one", "two", "three"];

function Row() {
  const { data } = useEndpoint(CALLS.readWatchlist);
  return <li>{data?.length ?? "–"} watched</li>;
}

function Page() {
  const { data } = useEndpoint(CALLS.listSignIns);
  return (
    <>
      <p>{data?.length ?? "–"} sign-ins</p>
      <ul>
        {ROWS.map((row) => (
          <Row key={row} />
        ))}
      </ul>
    </>
  );
}

function Window() {
  useEffect(followLive, []);
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!isShown)}>
        Go
      </button>
      {isShown && <Page />}
    </>
  );
}

const go = async () => {
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await act(() => invented.debounced());
};
const asked = (path: string) => invented.heard("GET", path).length;

describe("what a page shows", () => {
  it("is read at each visit, once however many parts of the page show it", async () => {
    renderPage(<Window />);
    await screen.findByText("2 sign-ins");
    await act(() => invented.debounced());
    expect([asked("/api/sign-ins"), asked("/api/watchlist")]).toEqual([1, 1]);
    await secondWindow(invented).send("post", "/api/sign-ins/revoke-others");
    await go();
    await go();

    await screen.findByText("1 sign-ins");
    expect([asked("/api/sign-ins"), asked("/api/watchlist")]).toEqual([2, 2]);
    await act(() => invented.debounced());
    expect([asked("/api/sign-ins"), asked("/api/watchlist")]).toEqual([2, 2]);
  });

  it("is shown as it was last while it is read again", async () => {
    renderPage(<Window />);
    await screen.findByText("2 sign-ins");
    await go();
    const slow = invented.holdBack("/api/sign-ins");
    fireEvent.click(screen.getByRole("button", { name: "Go" }));

    expect(screen.getByText("2 sign-ins")).toBeTruthy();
    slow.letGo();
  });

  it("is not read at a visit while it is pushed", async () => {
    renderPage(<Window />);
    await screen.findByText("2 sign-ins");
    await act(() => invented.debounced());
    act(() => {
      SpokenStream.open.at(-1)!.connect();
      SpokenStream.open.at(-1)!.tell("/api/watchlist", [{ ticker: "AAPL" }]);
    });
    const before = asked("/api/watchlist");
    await go();
    await go();

    expect(screen.getAllByText("1 watched")).toHaveLength(3);
    expect(asked("/api/watchlist")).toBe(before);
  });
});
