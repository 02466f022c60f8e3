// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { describe, expect, it } from "vitest";
import { useBrokerChange } from "../broker/use-broker-change.ts";
import { useAccountNotice } from "../layout/use-account-notice.ts";
import { followLive } from "../live.ts";
import { secondAccount, secondWindow } from "../testing/faults.ts";
import { CONFIG, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SpokenStream } from "../testing/spoken-stream.ts";
import { useUnsavedGuard } from "../ui/use-unsaved-guard.ts";
import { useAccountTurn } from "./account-in-use.ts";
import { call } from "./call.ts";
import { useEndpoint } from "./use-endpoint.ts";

const invented = holdInventedHttp();
const RULES = { ...CONFIG, sharesToBuy: 77 };
const ORDER = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 1 } as const;

function Window({ other = "" }: { readonly other?: string }) {
  useEffect(followLive, []);
  useAccountNotice();
  const [isOpen, setOpen] = useState(true);
  const { change } = useBrokerChange();
  const use = () => change(CALLS.selectBroker, { id: other }, ["Broker Selected", "As asked."]);
  const { number } = useAccountTurn();
  const { data: account, mutate } = useEndpoint(CALLS.readAccount);
  useEndpoint(CALLS.readUser);
  useEndpoint(CALLS.readWatchlist);
  return (
    <>
      <p>{account?.label}</p>
      <button type="button" onClick={() => void mutate()}>
        Poll
      </button>
      <button type="button" onClick={() => void use()}>
        Use the other
      </button>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Open or close
      </button>
      {isOpen && <Page key={number} />}
    </>
  );
}

function Page() {
  const { data: rules } = useEndpoint(CALLS.readTradingConfig);
  const { data: trades } = useEndpoint(CALLS.listTrades);
  const { data: quote } = useEndpoint(CALLS.readQuote, { symbol: "AAPL" });
  const [typed, setTyped] = useState("");
  useUnsavedGuard(typed !== "");
  return (
    <>
      <p>Buys {rules?.sharesToBuy ?? "–"}</p>
      <p>Traded {trades?.length ?? "–"}</p>
      <p>Quoted {quote?.symbol ?? "–"}</p>
      <input aria-label="Typed" value={typed} onChange={(event) => setTyped(event.target.value)} />
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function open() {
  invented.begin({ user: TRADER });
  const paper = secondAccount(invented, { config: RULES, cash: 5 });
  renderPage(<Window other={paper} />);
  await screen.findByText("Buys 10");
  await screen.findByText("Traded 5");
  await act(() => invented.debounced());
  return paper;
}

describe("another account that comes into use elsewhere", () => {
  it("is known from any answer; then nothing of the one before is shown or kept", async () => {
    const paper = await open();
    await secondWindow(invented).uses(paper);
    press("Poll");

    await screen.findByText("Buys 77");
    await screen.findByText("Traded 0");
    press("Open or close");
    press("Open or close");
    expect(screen.queryByText("Buys 10")).toBeNull();
    expect(screen.queryByText("Traded 5")).toBeNull();
  });

  it("is known from a push, and no figure of the one before stands beside its name", async () => {
    const paper = await open();
    await secondWindow(invented).uses(paper);
    const view = (await secondWindow(invented).send("get", "/api/account")) as object;
    act(() => {
      SpokenStream.open.at(-1)!.connect();
      SpokenStream.open.at(-1)!.tell("/api/account", view);
    });

    expect(screen.getByText("Paper")).toBeTruthy();
    expect(screen.queryByText("Buys 10")).toBeNull();
    expect(screen.queryByText("Traded 5")).toBeNull();
    await screen.findByText("Buys 77");
  });

  it("is shown as it is read, not as the one before was pushed a moment ago", async () => {
    const paper = await open();
    act(() => {
      SpokenStream.open.at(-1)!.connect();
      SpokenStream.open.at(-1)!.tell("/api/trades", invented.world().trades.slice(0, 2));
    });
    expect(screen.getByText("Traded 2")).toBeTruthy();
    await secondWindow(invented).uses(paper);
    press("Poll");
    await screen.findByText("Buys 77");
    await act(() => invented.debounced());

    expect(screen.getByText("Traded 0")).toBeTruthy();
    expect(screen.queryByText("Traded 2")).toBeNull();
  });

  it("has prices of its own: none of the one before stands beside its name", async () => {
    const paper = await open();
    expect(screen.getByText("Quoted AAPL")).toBeTruthy();
    const slow = invented.holdBack("/api/market/quote");
    await secondWindow(invented).uses(paper);
    press("Poll");
    await screen.findByText("Buys 77");

    expect(screen.getByText("Quoted –")).toBeTruthy();
    slow.letGo();
    await screen.findByText("Quoted AAPL");
  });

  it("is read once for each of what is shown, and nothing else is read again", async () => {
    const paper = await open();
    await secondWindow(invented).uses(paper);
    const before = invented.everythingHeard().length;
    press("Poll");
    await screen.findByText("Buys 77");
    await act(() => invented.debounced());

    const read = invented
      .everythingHeard()
      .slice(before)
      .map(({ path }) => path)
      .toSorted();
    // The account twice: by the answer that told of it, and then as its own. Who is signed in is asked
    // before another account is said to be in use.
    expect(read).toEqual([
      "/api/account",
      "/api/account",
      "/api/market/quote",
      "/api/trades",
      "/api/trading-config",
      "/api/user",
    ]);
  });

  it("is said once, with what was typed and is lost", async () => {
    const paper = await open();
    fireEvent.change(screen.getByLabelText("Typed"), { target: { value: "half a thought" } });
    await secondWindow(invented).uses(paper);
    press("Poll");

    await waitFor(() =>
      expect(screen.getByLabelText("Notices").textContent).toBe(
        "Another Account In Use: Paper was put in use elsewhere; every page shows it now. What you had typed was for the account before, and was not saved. ",
      ),
    );
    expect(screen.getByLabelText<HTMLInputElement>("Typed").value).toBe("");
  });

  it("is not said to be from elsewhere where this window asked, and the push outran the answer", async () => {
    const paper = await open();
    const slow = invented.holdBack(`/api/brokers/${paper}/select`);
    press("Use the other");
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    await secondWindow(invented).uses(paper);
    const view = (await secondWindow(invented).send("get", "/api/account")) as object;
    act(() => {
      SpokenStream.open.at(-1)!.connect();
      SpokenStream.open.at(-1)!.tell("/api/account", view);
    });
    await screen.findByText("Buys 77");
    slow.letGo();

    await waitFor(() =>
      expect(screen.getByLabelText("Notices").textContent).toBe("Broker Selected: As asked. "),
    );
    await act(() => invented.debounced());
    expect(screen.getByLabelText("Notices").textContent).toBe("Broker Selected: As asked. ");
  });

  it("is no place for an order that was meant for the one before", async () => {
    const paper = await open();
    await secondWindow(invented).uses(paper);

    await expect(call(CALLS.placeOrder, ORDER, { idempotencyKey: "k" })).rejects.toMatchObject({
      code: "another-account",
    });
    expect(invented.world().trades).toEqual([]);
    await screen.findByText("Buys 77");
    await call(CALLS.placeOrder, ORDER, { idempotencyKey: "k2" });
    expect(invented.heard("POST", "/api/orders").at(-1)?.account).toBe(paper);
  });

  it("is not taken back by an answer that was on its way when it came", async () => {
    const paper = await open();
    const slow = invented.holdBack("/api/trades");
    press("Open or close");
    press("Open or close");
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    await secondWindow(invented).uses(paper);
    press("Poll");
    await screen.findByText("Buys 77");
    slow.letGo();

    await screen.findByText("Traded 0");
    await act(() => invented.debounced());
    expect(screen.getByText("Paper")).toBeTruthy();
    expect(screen.queryByText("Traded 5")).toBeNull();
  });
});
