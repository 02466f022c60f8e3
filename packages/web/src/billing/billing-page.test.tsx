// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { endingIn, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { BillingPage } from "./billing-page.tsx";

const invented = holdInventedHttp();

const open = async (changes = {}) => {
  invented.begin(changes);
  renderPage(<BillingPage />, { at: "/billing" });
  await screen.findByRole("region", { name: "Current Plan" });
};
const leadsTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("the billing page", () => {
  it("says how billing stands on this server", async () => {
    await open();

    expect(screen.getByText(/Billing is not set up on this server/)).toBeTruthy();
  });

  it("says of a demo that it ends before its trial, and when", async () => {
    const user = endingIn(5.5);
    await open({ user });

    expect(await screen.findByText("Demo ends first, in 5h")).toBeTruthy();
    expect(screen.getByText("Trial - 7 days left")).toBeTruthy();
    expect(
      screen.getByText(
        new RegExp(
          `^You have the rights of Premium until this demo ends, ${momentText(user.endsAt)} ET\\.`,
        ),
      ),
    ).toBeTruthy();
  });

  it("leads a demo, which has no other plan, to an account of its own", async () => {
    await open({ user: endingIn(5.5) });

    expect(await screen.findByText(/A demo has no other plan/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Upgrade Now" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Create an Account" }));
    await waitFor(() =>
      expect(screen.getByLabelText("Address").textContent).toBe("/auth?tab=sign-up"),
    );
  });

  it("shows a trial with its days, the rights of Premium and the way up", async () => {
    await open({ user: TRADER });

    expect(screen.getByText("Trial - 7 days left")).toBeTruthy();
    expect(screen.getByText("Free trial")).toBeTruthy();
    expect(screen.getByText("$0")).toBeTruthy();
    expect(screen.getByText("All 85 premium stocks")).toBeTruthy();
    expect(leadsTo("Upgrade Now")).toBe("/pricing");
    expect(screen.queryByRole("button", { name: "Cancel Subscription" })).toBeNull();
  });

  it("shows a paid plan with its price, and why it cannot be canceled here", async () => {
    await open({ plan: "basic" });

    expect(screen.getByText("Active")).toBeTruthy();
    expect(screen.getByText("Basic")).toBeTruthy();
    expect(screen.getByText("$133")).toBeTruthy();
    expect(screen.getByText("$1,560")).toBeTruthy();
    const cancel = screen.getByRole("button", { name: "Cancel Subscription" });
    expect((cancel as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByText(/there is nothing to cancel/)).toBeTruthy();
  });

  it("offers nothing above Pro", async () => {
    await open({ plan: "pro" });

    expect(screen.queryByRole("link", { name: "Upgrade Now" })).toBeNull();
  });

  it("shows an ended trial, and where to choose a plan", async () => {
    await open({ hasSubscription: false });

    expect(screen.getByText("Inactive")).toBeTruthy();
    expect(screen.getByText(/no new entries. Exits, stops and your own sells go on/)).toBeTruthy();
    expect(leadsTo("Choose Your Plan")).toBe("/pricing");
  });

  it("shows that a payment is due", async () => {
    await open({ plan: "premium", isPastDue: true });

    expect(screen.getByText("Payment Required")).toBeTruthy();
    expect(leadsTo("Choose Your Plan")).toBe("/pricing");
  });

  it("says that it could not be loaded, and tries again", async () => {
    invented.refuse("/api/subscription/status", 503, { code: "away", error: "Not now" });
    renderPage(<BillingPage />, { at: "/billing" });
    await screen.findByText("Failed to load data");
    invented.accept("/api/subscription/status");
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));

    expect(await screen.findByRole("region", { name: "Current Plan" })).toBeTruthy();
  });
});
