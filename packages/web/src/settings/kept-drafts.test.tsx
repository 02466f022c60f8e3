// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { mutate } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "../api/call.ts";
import { forgetUser } from "../api/signed-in.ts";
import { leave, useUser } from "../api/use-user.ts";
import { useKeptNotice } from "../layout/use-kept-notice.ts";
import { secondAccount, secondWindow } from "../testing/faults.ts";
import { TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { ConfigurationPage } from "./configuration-page.tsx";

// There is no canvas to draw on here; the journeys look at the real one.
vi.mock("./preview-chart.tsx", () => ({ PreviewChart: () => null }));

const invented = holdInventedHttp();
const BOB = { ...TRADER, id: "9b0b5a52-7a30-4e6b-9d0a-6f1e0c9b7a22", username: "bob" };
const KEPT = "What You Typed Is Kept: It was not saved when your sign-in ended.";
beforeEach(() => forgetUser());

/** The settings for as long as somebody is signed in. */
function Window() {
  const { user } = useUser();
  return user === undefined ? <p>Nobody</p> : <Frame />;
}

function Frame() {
  useKeptNotice();
  return <ConfigurationPage />;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const notices = () => screen.getByLabelText("Notices").textContent ?? "";
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const isThere = () =>
  Promise.all(
    ["Buy drop %", "Maximum position %", "Goal amount ($)"].map((label) =>
      screen.findByLabelText(label),
    ),
  );

async function openAndType() {
  invented.begin({ user: TRADER });
  renderPage(<Window />, { at: "/settings" });
  await isThere();
  type("Buy drop %", "7");
  type("Maximum position %", "9");
  type("Goal amount ($)", "800,000");
}

async function ends() {
  invented.world().signedIn = false;
  await act(() => call(CALLS.listTrades).catch(() => undefined));
  await screen.findByText("Nobody");
}

async function signsIn(user = TRADER) {
  invented.world().user = user;
  invented.world().signedIn = true;
  await act(() => mutate(CALLS.readUser.path));
  await isThere();
}

describe("what was typed when the sign-in ended", () => {
  it("is there again for the same user, who is told so, and is no more than typed", async () => {
    await openAndType();
    await ends();
    await signsIn();

    await waitFor(() => expect(notices()).toContain(`${KEPT} [Go back to it /`));
    expect(field("Buy drop %")).toBe("7");
    expect(field("Maximum position %")).toBe("9");
    expect(field("Goal amount ($)")).toBe("800,000");
    expect(field("Shares to buy")).toBe("10");
    expect(screen.getByText("Unsaved changes")).toBeTruthy();
    expect(invented.world().config.buyDropPct).toBe(0.03);
  });

  it("is saved as ever, and is kept no longer then", async () => {
    await openAndType();
    await ends();
    await signsIn();
    press("Save Limits");
    await waitFor(() => expect(notices()).toContain("Risk Limits Saved"));
    expect(invented.heard("PUT", "/api/risk").map(({ body }) => body)).toMatchObject([
      { maxPosPct: 9 },
    ]);
    await ends();
    await signsIn();

    expect(field("Maximum position %")).toBe("9");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save Limits" }).disabled).toBe(
      true,
    );
  });

  it("is kept where a look at who is signed in finds nobody, too", async () => {
    await openAndType();
    invented.world().signedIn = false;
    await act(() => mutate(CALLS.readUser.path));
    await screen.findByText("Nobody");
    await signsIn();

    await waitFor(() => expect(field("Buy drop %")).toBe("7"));
  });

  it("goes by what was stored when it was typed: what came between is asked about", async () => {
    await openAndType();
    await ends();
    invented.world().signedIn = true;
    await secondWindow(invented).send("put", CALLS.changeRisk.path, { maxPosPct: 0.2 });
    await signsIn();
    press("Save Limits");

    await screen.findByRole("alertdialog");
    expect(screen.getByText("Keep 20%, stored elsewhere")).toBeTruthy();
    expect(screen.getByText("Save 9%, typed here")).toBeTruthy();
    expect(invented.heard("PUT", "/api/risk")).toEqual([]);
  });

  it("is nothing to somebody else, nor to its own user after them", async () => {
    await openAndType();
    await ends();
    await signsIn(BOB);
    expect([field("Buy drop %"), notices()]).toEqual(["3", ""]);
    await ends();
    await signsIn();

    expect([field("Buy drop %"), notices()]).toEqual(["3", ""]);
  });

  it("is forgotten by who signs out", async () => {
    await openAndType();
    await ends();
    invented.world().signedIn = true;
    await act(() => leave());
    await signsIn();

    expect([field("Buy drop %"), notices()]).toEqual(["3", ""]);
  });

  it("waits for the account that it was typed for", async () => {
    await openAndType();
    await ends();
    invented.world().signedIn = true;
    await secondWindow(invented).uses(secondAccount(invented));
    await signsIn();

    expect(field("Buy drop %")).toBe("3");
  });
});
