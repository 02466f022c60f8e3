// @vitest-environment happy-dom
import type { Freshness } from "@sevenfold/contract/call";
import { ALL_CALLS, CALLS } from "@sevenfold/contract/calls";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { mutate, SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { followLive } from "../live.ts";
import { secondAccount, secondWindow } from "../testing/faults.ts";
import { CONFIG, TRADER } from "../testing/invented-account.ts";
import { ORDERS, TRADES } from "../testing/invented-rows.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SpokenStream } from "../testing/spoken-stream.ts";
import { TradesPage } from "../trades/trades-page.tsx";
import { forgetAccountInUse, heardAccount } from "./account-in-use.ts";
import { useEndpoint } from "./use-endpoint.ts";

/** A second of the table is so many milliseconds here. */
const SECOND_MS = 20;
vi.mock("./poll-interval.ts", async (original) => {
  const { pollIntervalMsOf } = await original<typeof import("./poll-interval.ts")>();
  return {
    pollIntervalMsOf: (...of: Parameters<typeof pollIntervalMsOf>) =>
      (pollIntervalMsOf(...of) / 1_000) * SECOND_MS,
  };
});

const invented = holdInventedHttp();
beforeEach(() => invented.begin({ user: TRADER }));
const asked = (path: string) => invented.heard("GET", path).length;
const seconds = (count: number) =>
  act(() => new Promise((resolve) => setTimeout(resolve, count * SECOND_MS)));

describe("what is polled", () => {
  function Page() {
    useEndpoint(CALLS.readAccount);
    useEndpoint(CALLS.readMarketHours);
    useEndpoint(CALLS.readTradingConfig);
    return null;
  }

  it("is asked for at the pace of its row, and what is read on show once", async () => {
    renderPage(<Page />);
    await seconds(31);

    // Every five seconds, each time after the answer before.
    expect(asked("/api/account")).toBeGreaterThanOrEqual(3);
    expect(asked("/api/account")).toBeLessThanOrEqual(7);
    expect(asked("/api/market/hours")).toBe(1);
    expect(asked("/api/trading-config")).toBe(1);
  });

  it("is not asked for while it is pushed, and again once the stream is lost", async () => {
    const Window = () => {
      useEffect(followLive, []);
      return <Page />;
    };
    renderPage(<Window />);
    await act(invented.debounced);
    act(() => {
      SpokenStream.open.at(-1)!.heartbeat();
      SpokenStream.open.at(-1)!.tell("/api/account", { id: "a", cash: 1 });
    });
    await act(invented.debounced);
    const before = asked("/api/account");
    await seconds(20);
    expect(asked("/api/account")).toBe(before);
    act(() => SpokenStream.open.at(-1)!.lose());

    await waitFor(() => expect(asked("/api/account")).toBeGreaterThan(before + 1));
  });

  it.each([
    ["/trades", CALLS.readTradePage.path],
    ["/trades?view=orders", CALLS.readOrderPage.path],
  ])("of %s is asked when all of it begins until that is known", async (at, path) => {
    invented.begin({
      trades: Array.from({ length: 150 }, (_, index) => ({ ...TRADES[0]!, id: `${index}` })),
      orders: Array.from({ length: 150 }, (_, index) => ({ ...ORDERS[0]!, clientKey: `${index}` })),
    });
    invented.refuse(path, 503, { code: "away", error: "Away" });
    renderPage(<TradesPage />, { at });
    await waitFor(() => expect(asked(path)).toBeGreaterThan(2));
    invented.accept(path);
    await screen.findByLabelText("Year");
    const before = asked(path);

    await seconds(41);
    expect(asked(path)).toBe(before);
  });

  it("has the pace of what is asked, where the row gives each one its own", () => {
    const pace = ({ fresh }: { readonly fresh: Freshness }, input: object) =>
      fresh.kept === "polled" && typeof fresh.everyMs !== "number"
        ? fresh.everyMs.ms[new Map(Object.entries(input)).get(fresh.everyMs.by)]
        : undefined;

    expect(pace(CALLS.listBars, { interval: "minute" })).toBe(60_000);
    expect(pace(CALLS.listBars, { interval: "hour" })).toBe(300_000);
  });
});

describe("a window that comes to the front", () => {
  function Settings() {
    const { data: rules } = useEndpoint(CALLS.readTradingConfig);
    useEndpoint(CALLS.readAutomatedSymbols);
    return <p>Buys {rules?.sharesToBuy ?? "–"}</p>;
  }

  it("asks anew for what another one may have saved, and for nothing else", async () => {
    renderPage(
      <SWRConfig value={{ focusThrottleInterval: 0 }}>
        <Settings />
      </SWRConfig>,
    );
    await screen.findByText("Buys 10");
    await secondWindow(invented).saves({ sharesToBuy: 42 });
    await act(invented.debounced);
    expect(screen.getByText("Buys 10")).toBeTruthy();
    act(() => void window.dispatchEvent(new Event("focus")));

    await screen.findByText("Buys 42");
    await act(invented.debounced);
    expect(asked("/api/trading-config")).toBe(2);
    expect(asked("/api/automated-symbols")).toBe(1);
  });
});

describe("another account in use", () => {
  /** An address of each call whose answer is kept. */
  const kept = ALL_CALLS.filter(({ fresh }) => fresh !== undefined).map((call) => {
    const address = call.path.replace(/:\w+/g, "AAPL");
    return { ...call, address: call.onlyLooks ? `${address} {"symbol":"AAPL"}` : address };
  });

  it("clears every answer of the one before or of its venue, and none other", async () => {
    forgetAccountInUse();
    heardAccount("first");
    for (const { address } of kept) await mutate(address, "known", { revalidate: false });
    heardAccount("second");
    await act(invented.debounced);

    const { cache } = SWRConfig.defaultValue;
    for (const { address, belongsTo } of kept)
      expect([address, cache.get(address)?.data]).toEqual([
        address,
        belongsTo === "account" || belongsTo === "venue" ? undefined : "known",
      ]);
  });

  it("is never shown with what the one before had, not even until it is read", async () => {
    const paper = secondAccount(invented, { config: { ...CONFIG, sharesToBuy: 77 } });
    const Rules = () => <>{useEndpoint(CALLS.readTradingConfig).data?.sharesToBuy ?? "–"}</>;
    const Window = () => {
      const { data: account } = useEndpoint(CALLS.readAccount);
      const [isShown, setShown] = useState(true);
      return (
        <>
          <p>
            {account?.label ?? "–"}: {isShown && <Rules />}
          </p>
          <button type="button" onClick={() => setShown(!isShown)}>
            Rules
          </button>
        </>
      );
    };
    renderPage(<Window />);
    await screen.findByText(/: 10$/);
    fireEvent.click(screen.getByRole("button", { name: "Rules" }));
    await secondWindow(invented).uses(paper);
    // The poll of the account is the first to know.
    const polls = asked("/api/account");
    await waitFor(() => expect(asked("/api/account")).toBeGreaterThan(polls + 1));
    const slow = invented.holdBack("/api/trading-config");
    fireEvent.click(screen.getByRole("button", { name: "Rules" }));

    expect(screen.getByText(/: –$/)).toBeTruthy();
    slow.letGo();
    await screen.findByText(/: 77$/);
  });
});

describe("whoever shows an answer", () => {
  it("has no say in how fresh it is: another pace does not compile", () => {
    const Shown = () => {
      // @ts-expect-error: the row says how often.
      useEndpoint(CALLS.readAccount, {}, { everyMs: 1_000 });
      // @ts-expect-error: the row says when.
      useEndpoint(CALLS.readRisk, {}, { revalidateOnFocus: false });
      // @ts-expect-error: no row is like that.
      useEndpoint({ ...CALLS.readAccount, fresh: { kept: "polled", everyMs: 1_000 } });
      return null;
    };

    expect(Shown).toBeTypeOf("function");
  });
});
