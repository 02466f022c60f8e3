// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, screen } from "@testing-library/react";
import { useEffect } from "react";
import { describe, expect, it } from "vitest";
import { useEndpoint } from "../api/use-endpoint.ts";
import { followLive } from "../live.ts";
import { useOnline } from "../ui/use-online.ts";
import { secondAccount, secondWindow, serverGone, streamSilent, wentOffline } from "./faults.ts";
import { holdInventedHttp, renderPage } from "./render-page.tsx";
import { SpokenStream } from "./spoken-stream.ts";

const invented = holdInventedHttp();

function Probe() {
  useEffect(followLive, []);
  const isOnline = useOnline();
  const account = useEndpoint(CALLS.readAccount);
  const config = useEndpoint(CALLS.readTradingConfig);
  return (
    <>
      <p>{isOnline ? "online" : "offline"}</p>
      <p>{account.error === undefined ? "answered" : "unanswered"}</p>
      <p>Cash {account.data?.cash}</p>
      <p>Buys {config.data?.sharesToBuy}</p>
      <button type="button" onClick={() => void account.mutate()}>
        Again
      </button>
      <button type="button" onClick={() => void config.mutate()}>
        Rules again
      </button>
    </>
  );
}

const press = (name: string) => screen.getByRole("button", { name }).click();

describe("what goes wrong around a page", () => {
  it("is a network that has gone, and comes back", async () => {
    renderPage(<Probe />);
    await screen.findByText("Cash 73841.27");
    const isBack = wentOffline(invented);
    expect(screen.getByText("offline")).toBeTruthy();
    act(() => press("Again"));
    await screen.findByText("unanswered");

    isBack();
    act(() => press("Again"));
    await screen.findByText("answered");
    expect(screen.getByText("online")).toBeTruthy();
  });

  it("is a server that has gone while the network is there", async () => {
    renderPage(<Probe />);
    await screen.findByText("Cash 73841.27");
    const isBack = serverGone(invented);
    act(() => press("Again"));
    await screen.findByText("unanswered");
    expect(navigator.onLine).toBe(true);

    isBack();
    act(() => press("Again"));
    await screen.findByText("answered");
  });

  it("is a stream that has fallen silent", async () => {
    renderPage(<Probe />);
    await screen.findByText("Cash 73841.27");
    const say = (cash: number) =>
      act(() => SpokenStream.open.at(-1)!.tell("/api/account", { cash }));
    say(1);
    await screen.findByText("Cash 1");
    const isOver = streamSilent();
    say(2);
    await act(() => invented.debounced());
    expect(screen.getByText("Cash 1")).toBeTruthy();

    isOver();
    say(3);
    await screen.findByText("Cash 3");
  });

  it("is a second window that saves, and one that uses another account", async () => {
    const paper = secondAccount(invented, { cash: 5 });
    renderPage(<Probe />);
    await screen.findByText("Buys 10");
    await secondWindow(invented).saves({ sharesToBuy: 7 });
    expect(screen.getByText("Buys 10")).toBeTruthy();
    act(() => press("Rules again"));
    await screen.findByText("Buys 7");

    await secondWindow(invented).uses(paper);
    act(() => press("Again"));
    await screen.findByText("Cash 5");
    act(() => press("Rules again"));
    await screen.findByText("Buys 10");
  });
});
