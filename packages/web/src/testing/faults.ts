import { CALLS } from "@sevenfold/contract/calls";
import { act } from "@testing-library/react";
import { addAccount } from "./invented-accounts.ts";
import type { InventedHttp } from "./invented-http.ts";
import { SpokenStream } from "./spoken-stream.ts";

/**
 * What goes wrong around a page, one line each. Whatever can be over is over when the answered
 * function is called, and with the end of the test.
 */
type Over = () => void;

/** The browser has no network, and knows it. */
export function wentOffline(invented: InventedHttp): Over {
  invented.goAway();
  act(() => network(false));
  act(breakStreams);
  return () => {
    invented.comeBack();
    act(() => network(true));
  };
}

/** Nothing answers, and the browser has a network: the server is down, or the way to it. */
export function serverGone(invented: InventedHttp): Over {
  invented.goAway();
  act(breakStreams);
  return invented.comeBack;
}

/** The live stream stays open and says nothing any more; the browser does not notice. */
export function streamSilent(): Over {
  SpokenStream.isSilent = true;
  return () => {
    SpokenStream.isSilent = false;
  };
}

/** Another window of the same person: what it does is done at the server, and this one is not told. */
export function secondWindow(invented: InventedHttp) {
  const send = async (method: string, address: string, body: object = {}) => {
    const answer = invented.answer(method, address, body);
    if (answer?.status !== 200) throw new Error(`${method} ${address}: ${answer?.status}`);
    return answer.body;
  };
  return {
    send,
    /** Switches to another account. */
    uses: (id: string) => send("post", CALLS.selectBroker.path.replace(":id", id)),
    /** Saves a part of the trading rules, as fractions. */
    saves: (fields: object) => send("put", CALLS.changeTradingConfig.path, fields),
  };
}

/** A second account that is not in use yet, with rules of its own. Answers its id. */
export const secondAccount = (
  invented: InventedHttp,
  differences?: Parameters<typeof addAccount>[1],
): string => addAccount(invented.world(), differences);

/** Takes everything back that a test has left broken. */
export function mendEverything(): void {
  SpokenStream.isSilent = false;
  if (!navigator.onLine) network(true);
}

function network(isThere: boolean): void {
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => isThere });
  dispatchEvent(new Event(isThere ? "online" : "offline"));
}

function breakStreams(): void {
  for (const stream of SpokenStream.open) stream.lose();
}
