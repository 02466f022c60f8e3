// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { priceOf } from "../live/price-store.ts";
import { followLive } from "../live.ts";
import { secondAccount, secondWindow } from "../testing/faults.ts";
import { TRADER } from "../testing/invented-account.ts";
import { TRADES } from "../testing/invented-rows.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SpokenStream } from "../testing/spoken-stream.ts";
import { accountInUse } from "./account-in-use.ts";
import { useEndpoint } from "./use-endpoint.ts";

const invented = holdInventedHttp();
const DAY_MS = 86_400_000;

function Window() {
  useEffect(followLive, []);
  const { data: account } = useEndpoint(CALLS.readAccount);
  const { data: trades } = useEndpoint(CALLS.listTrades);
  useEndpoint(CALLS.listPositions);
  useEndpoint(CALLS.readQuote, { symbol: "AAPL" });
  return (
    <p>
      {account?.label} traded {trades?.length ?? "–"}
    </p>
  );
}

const read = (path: string) => act(() => mutate(path));
const nextFrame = () =>
  act(() => new Promise((done) => requestAnimationFrame(() => done(undefined))));
const settled = () => act(() => invented.debounced());
const view = (path: string) => secondWindow(invented).send("get", path);

/** A window of an account whose market trades; the other one's closed two days ago. */
async function open() {
  invented.begin({ user: TRADER });
  const paper = secondAccount(invented, { cash: 5 });
  renderPage(<Window />);
  await screen.findByText(/traded 5/);
  await settled();
  const stream = SpokenStream.open.at(-1)!;
  act(() => stream.connect());
  return { paper, before: accountInUse().accountId!, stream };
}

/** The other one comes into use in another window, and an answer tells this one. */
async function change(paper: string) {
  await secondWindow(invented).uses(paper);
  invented.world().priceAgeMs = 2 * DAY_MS;
  await read(CALLS.readAccount.path);
  await screen.findByText("Paper traded 0");
  await waitFor(() => expect(isOfClosedMarket()).toBe(true));
}

/** When the price that is shown was made: at which of both markets. */
const isOfClosedMarket = () => (priceOf("AAPL")?.at ?? Infinity) < Date.now() - DAY_MS;

describe("a price of the market of the account before", () => {
  it("is none of the other one's, however late its answer comes", async () => {
    const { paper } = await open();
    const slow = invented.holdBack(CALLS.readQuote.path);
    void mutate("/api/market/quote?symbol=AAPL");
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    await change(paper);
    slow.letGo();
    await settled();

    expect(isOfClosedMarket()).toBe(true);
  });

  it("is none of the other one's where the stream tells it yet", async () => {
    const { before, paper, stream } = await open();
    await change(paper);
    act(() =>
      stream.push({ type: "prices", accountId: before, prices: { AAPL: [999, Date.now()] } }),
    );
    await nextFrame();
    expect(isOfClosedMarket()).toBe(true);

    act(() =>
      stream.push({ type: "prices", accountId: paper, prices: { AAPL: [101, Date.now()] } }),
    );
    await nextFrame();
    expect(priceOf("AAPL")?.price).toBe(101);
  });

  it("is none of the other one's where a view of before is told yet", async () => {
    const { paper, stream } = await open();
    const [account, positions, trades] = [
      await view("/api/account"),
      await view("/api/positions"),
      await view("/api/trades"),
    ];
    act(() => stream.tell("/api/account", account));
    await change(paper);
    const { number } = accountInUse();
    act(() => {
      stream.tell("/api/account", { ...(account as object), cash: 1 });
      stream.tell("/api/positions", positions);
      stream.tell("/api/trades", trades);
    });
    await settled();

    expect(screen.getByText("Paper traded 0")).toBeTruthy();
    expect(isOfClosedMarket()).toBe(true);
    expect(accountInUse().number).toBe(number);
  });
});

describe("a view that the stream told before it told of the other account", () => {
  it("is read again once it has, so that nothing told in between is missed", async () => {
    const { paper, stream } = await open();
    const account = await view("/api/account");
    const tradesBefore = await view("/api/trades");
    act(() => {
      stream.tell("/api/account", account);
      stream.tell("/api/trades", tradesBefore);
    });
    await change(paper);
    invented.world().trades = TRADES.slice(0, 1);
    const trades = await view("/api/trades");
    act(() => stream.tell("/api/trades", trades));
    expect(screen.getByText("Paper traded 0")).toBeTruthy();
    await settled();
    const now = await view("/api/account");
    act(() => stream.tell("/api/account", now));

    // At once: not only when the stream that says no more is given up.
    await settled();

    expect(screen.getByText("Paper traded 1")).toBeTruthy();
  });
});
