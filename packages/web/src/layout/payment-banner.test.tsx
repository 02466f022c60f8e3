// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { wentOffline } from "../testing/faults.ts";
import { endingIn, inventedPayments, TRADER } from "../testing/invented-account.ts";
import { PORTAL_PAGE } from "../testing/invented-billing-answers.ts";
import { holdBrowser } from "../testing/led-to.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { dayText } from "../ui/eastern-time.ts";
import { PaymentBanner } from "./payment-banner.tsx";

const invented = holdInventedHttp();
const ledTo = holdBrowser();

const open = (changes = {}, at = "/dashboard") => {
  invented.begin({ user: TRADER, ...changes });
  renderPage(<PaymentBanner />, { at });
};
const paid = inventedPayments;
const banner = () => document.querySelector("[role=status]")?.textContent ?? "";
const said = (words: string | RegExp) => waitFor(() => expect(banner()).toMatch(words));
const leadsTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const GOES_ON = /makes no new entries. Exits, stops and your own sells go on/;

describe("what is said of the subscription on every page", () => {
  it.each([
    ["of a trial with more than three days", {}],
    ["of a plan that is paid", { plan: "premium" }],
    ["of a demo, which ends by itself", { user: endingIn(5), hasSubscription: false }],
  ])("is nothing %s", async (_, changes) => {
    open(changes);
    await waitFor(() =>
      expect(invented.heard("GET", "/api/subscription/status")).not.toHaveLength(0),
    );
    await act(() => invented.debounced());

    expect(banner()).toBe("");
  });

  it("is nothing on the page of billing, which says it by itself", async () => {
    open({ hasSubscription: false }, "/billing");
    await act(() => invented.debounced());

    expect(banner()).toBe("");
  });

  it("is in how many days the trial ends, what stops then, and where plans are", async () => {
    open({ payments: paid({ trialDaysLeft: 2 }) });
    const day = dayText(Date.now() + 1.2 * 86_400_000);

    await said(`Your trial ends in 2 days, on ${day}.`);
    expect(banner()).toContain("the agent then makes no new entries; exits, stops and your own");
    expect(leadsTo("Choose Your Plan")).toBe("/pricing");
  });

  it("is what the free days of a plan turn into, and that no money moves", async () => {
    open({ plan: "premium", payments: paid({ isTrialing: true, trialDaysLeft: 1 }) });

    await said(/^Your trial ends in 1 day, on .* Then \$3,096 is charged for a year of Premium\./);
    expect(banner()).toContain("Payments are simulated on this server");
    expect(leadsTo("See Billing")).toBe("/billing");
  });

  it("is that nothing is charged after free days that were canceled", async () => {
    const payments = paid({ isTrialing: true, trialDaysLeft: 1, isCanceling: true });
    open({ plan: "premium", payments });

    await said(/You have canceled; nothing is charged\./);
  });

  it("is that the trial has ended, what that stops, and what goes on", async () => {
    open({ hasSubscription: false });

    await said(/^Your free trial has ended\./);
    expect(banner()).toMatch(GOES_ON);
    expect(leadsTo("Choose Your Plan")).toBe("/pricing");
  });

  it("is that a payment failed, until when all goes on, and the way to the card, pressed once", async () => {
    open({ plan: "premium", isPastDue: true, payments: paid({ isInGrace: true }) });
    await said(/^A payment failed. Everything goes on until \w+ \d+, \d\d:\d\d ET/);
    const slow = invented.holdBack("/api/billing/portal");
    fireEvent.click(screen.getByRole("button", { name: "Update Payment" }));
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    fireEvent.click(screen.getByRole("button", { name: "Opening..." }));
    slow.letGo();

    await waitFor(() => expect(ledTo).toEqual([PORTAL_PAGE]));
    expect(invented.heard("POST", "/api/billing/portal")).toHaveLength(1);
  });

  it("is that a payment failed and what has stopped, once its grace is over", async () => {
    open({ plan: "premium", isPastDue: true });

    await said(/^A payment failed\. The agent makes no new entries/);
  });

  it("leads nowhere without a network", async () => {
    open({ plan: "premium", isPastDue: true });
    const card = await screen.findByRole<HTMLButtonElement>("button", { name: "Update Payment" });
    wentOffline(invented);

    expect(card.disabled).toBe(true);
  });

  it("goes by itself once it is paid, whoever paid it", async () => {
    open({ plan: "premium", isPastDue: true });
    await said(/^A payment failed/);
    invented.world().isPastDue = false;
    await act(() => mutate("/api/subscription/status"));

    await waitFor(() => expect(banner()).toBe(""));
  });
});
