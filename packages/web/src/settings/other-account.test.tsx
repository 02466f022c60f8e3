// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { useAccountTurn } from "../api/account-in-use.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { secondAccount, secondWindow } from "../testing/faults.ts";
import { TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { RiskCard } from "./risk-card.tsx";

const invented = holdInventedHttp();

function Page() {
  useEndpoint(CALLS.readAccount);
  return <RiskCard key={useAccountTurn().number} unsaved={() => undefined} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^Maximum position/);
const stored = () => invented.world().risk;

/** A limit is typed for one account; another one is there, with the limits it began with. */
async function typed() {
  invented.begin({ user: TRADER });
  const paper = secondAccount(invented);
  renderPage(<Page />, { at: "/settings" });
  await screen.findByLabelText(/^Maximum position/);
  const before = field().value;
  fireEvent.change(field(), { target: { value: "7" } });
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save Limits" });
  await waitFor(() => expect(save.disabled).toBe(false));
  return { before, paper, press: () => fireEvent.click(save) };
}

describe("limits that are saved while another account comes into use", () => {
  it("are not stored at that one, where only what is looked up first tells of it", async () => {
    const { before, paper, press } = await typed();
    await secondWindow(invented).uses(paper);
    const there = stored();
    press();
    await waitFor(() => expect(field().value).toBe(before));
    await act(() => invented.debounced());

    expect(invented.heard("PUT", CALLS.changeRisk.path)).toEqual([]);
    expect(stored()).toEqual(there);
  });

  it("are not shown as that one's, however late they are answered", async () => {
    const { before, paper, press } = await typed();
    const lookedUp = invented.holdBack(CALLS.readRisk.path);
    press();
    await waitFor(() => expect(lookedUp.isWaiting()).toBe(true));
    const slow = invented.holdBack(CALLS.changeRisk.path);
    lookedUp.letGo();
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    await secondWindow(invented).uses(paper);
    await act(() => mutate(CALLS.readAccount.path));
    await waitFor(() => expect(field().value).toBe(before));
    slow.letGo();
    await act(() => invented.debounced());

    expect(field().value).toBe(before);
  });
});
