// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { mutate } from "swr";
import { beforeEach, describe, expect, it } from "vitest";
import { useAccountNotice } from "../layout/use-account-notice.ts";
import { followLive } from "../live.ts";
import { tellPlaced, useHasPlaced } from "../orders/placed-orders.ts";
import { secondAccount, secondWindow } from "../testing/faults.ts";
import { TRADER } from "../testing/invented-account.ts";
import { ORDERS } from "../testing/invented-rows.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SpokenStream } from "../testing/spoken-stream.ts";
import { tellSuccess } from "../ui/notices.ts";
import { accountInUse } from "./account-in-use.ts";
import { call } from "./call.ts";
import { forgetUser } from "./signed-in.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useUser } from "./use-user.ts";

const invented = holdInventedHttp();
const BOB = { ...TRADER, id: "9b0b5a52-7a30-4e6b-9d0a-6f1e0c9b7a22", username: "bob" };
const OF_ALICE = ["/api/account", "/api/watchlist", "/api/sign-ins"];
const WORKING = { ...ORDERS[0]!, status: "working" } as const;
beforeEach(() => forgetUser());

function Window() {
  useEffect(followLive, []);
  useAccountNotice();
  const { user, isLoading } = useUser();
  const { data: account } = useEndpoint(CALLS.readAccount);
  const { data: watched } = useEndpoint(CALLS.readWatchlist);
  const { data: signIns } = useEndpoint(CALLS.listSignIns);
  const isFollowed = useHasPlaced();
  return (
    <>
      <p>{`Signed in: ${isLoading ? "…" : (user?.username ?? "nobody")}`}</p>
      <p>{`Account: ${account?.label ?? "–"}`}</p>
      <p>{`Watched: ${watched === undefined ? "–" : "known"}`}</p>
      <p>{`Sign-ins: ${signIns === undefined ? "–" : "known"}`}</p>
      <p>{`Followed: ${isFollowed}`}</p>
    </>
  );
}

/** Alice's window, with something told and an order followed. Answers the account that Bob uses. */
async function open() {
  invented.begin({ user: TRADER });
  const bobs = secondAccount(invented, { label: "BOBACC" });
  renderPage(<Window />);
  await screen.findByText("Signed in: trader");
  await screen.findByText("Account: Primary Account");
  await screen.findByText("Watched: known");
  await screen.findByText("Sign-ins: known");
  act(() => tellSuccess("Told to Alice"));
  act(() => tellPlaced(WORKING, "Buy 10 shares of NVDA."));
  expect(screen.getByText("Followed: true")).toBeTruthy();
  await act(() => invented.debounced());
  return bobs;
}

async function bobSignsIn(bobs: string) {
  await secondWindow(invented).uses(bobs);
  invented.world().user = BOB;
}

const notices = () => screen.getByLabelText("Notices").textContent;

const expectNothingOfAlice = () => {
  expect(screen.getByText("Account: –")).toBeTruthy();
  expect(screen.getByText("Watched: –")).toBeTruthy();
  expect(screen.getByText("Sign-ins: –")).toBeTruthy();
  expect(screen.getByText("Followed: false")).toBeTruthy();
  expect(notices()).toBe("");
};

describe("somebody else who signs in in another window of the browser", () => {
  it("is named only where nothing of the one before is left", async () => {
    await bobSignsIn(await open());
    const slow = OF_ALICE.map((path) => invented.holdBack(path));
    act(() => SpokenStream.open.at(-1)!.push({ type: "signed-out" }));

    await screen.findByText("Signed in: bob");
    expectNothingOfAlice();
    for (const each of slow) each.letGo();
    await screen.findByText("Account: BOBACC");
    await screen.findByText("Watched: known");
    await screen.findByText("Sign-ins: known");
  });

  it("has put no other account in use: nothing is said of one", async () => {
    await bobSignsIn(await open());
    await act(() => mutate("/api/account"));

    await screen.findByText("Signed in: bob");
    await screen.findByText("Account: BOBACC");
    await act(() => invented.debounced());
    expect(notices()).toBe("");
  });
});

describe("a sign-in that has ended elsewhere", () => {
  it("leaves nothing of whoever it was, whatever is asked first", async () => {
    await open();
    invented.world().signedIn = false;
    await act(() => call(CALLS.listTrades).catch(() => undefined));

    await screen.findByText("Signed in: nobody");
    await act(() => invented.debounced());
    expectNothingOfAlice();
    expect(accountInUse().accountId).toBeUndefined();
  });

  it("is not believed to be over by what was asked before the next one began", async () => {
    await open();
    invented.world().signedIn = false;
    const slow = invented.holdBack("/api/trades");
    const late = call(CALLS.listTrades).catch(() => undefined);
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    invented.world().signedIn = true;
    invented.world().user = BOB;
    await act(() => mutate("/api/user"));
    await screen.findByText("Signed in: bob");
    slow.letGo();
    await act(() => late);

    await act(() => invented.debounced());
    expect(screen.getByText("Signed in: bob")).toBeTruthy();
  });
});
