// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { mutate } from "swr";
import { describe, expect, it } from "vitest";
import { secondWindow, wentOffline } from "../testing/faults.ts";
import { endingIn, inventedPayments, TRADER } from "../testing/invented-account.ts";
import { PORTAL_PAGE } from "../testing/invented-billing-answers.ts";
import { holdBrowser } from "../testing/led-to.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { dayText, momentText } from "../ui/eastern-time.ts";
import { BillingPage } from "./billing-page.tsx";

const invented = holdInventedHttp();
const ledTo = holdBrowser();

const CANCEL = "/api/subscription/cancel";
const DAY_MS = 86_400_000;

const open = async (changes = {}) => {
  invented.begin({ user: TRADER, ...changes });
  renderPage(<BillingPage />, { at: "/billing" });
  await screen.findByRole("region", { name: "Current Plan" });
};
const paid = inventedPayments;
const leadsTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const sent = (path: string) => invented.heard("POST", path);
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const inDays = (days: number) => dayText(Date.now() + days * DAY_MS);

async function answerQuestion(answer: string) {
  press("Cancel Subscription");
  const question = await screen.findByRole("alertdialog", { name: "Cancel your subscription" });
  fireEvent.click(within(question).getByRole("button", { name: answer }));
  return question;
}

describe("the billing page", () => {
  it("says that payments are simulated", async () => {
    await open();

    expect(screen.getByText(/No money moves on this server/)).toBeTruthy();
  });

  it("says nothing of a simulation where money moves", async () => {
    await open({ payments: paid({ isSimulated: false }) });

    expect(screen.queryByText(/No money moves/)).toBeNull();
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
    expect(invented.heard("GET", "/api/billing/invoices")).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Create an Account" }));
    await waitFor(() =>
      expect(screen.getByLabelText("Address").textContent).toBe("/auth?tab=sign-up"),
    );
  });

  it("shows a trial with its days, the rights of Premium and the way up", async () => {
    await open();

    expect(screen.getByText("Trial - 7 days left")).toBeTruthy();
    expect(screen.getByText("Free trial")).toBeTruthy();
    expect(screen.getByText("$0")).toBeTruthy();
    expect(screen.getByText("All 85 premium stocks")).toBeTruthy();
    // Whoever has never had Basic knows of nothing that is in it.
    expect(screen.getByText("Real-time analytics")).toBeTruthy();
    for (const line of [/^Everything in/, /^25 /]) expect(screen.queryByText(line)).toBeNull();
    expect(leadsTo("Upgrade Now")).toBe("/pricing");
    expect(screen.queryByRole("button", { name: "Cancel Subscription" })).toBeNull();
  });

  it("shows a paid plan with its price, and when it renews", async () => {
    await open({ plan: "basic" });

    expect(screen.getByText("Active")).toBeTruthy();
    expect(screen.getByText("Basic")).toBeTruthy();
    expect(screen.getByText("$133")).toBeTruthy();
    expect(screen.getByText("$1,560")).toBeTruthy();
    expect(screen.getByText(`It renews on ${inDays(300)} for $1,560.`)).toBeTruthy();
    expect(leadsTo("Upgrade Now")).toBe("/pricing");
  });

  it("says of a plan in its free days what is charged after them", async () => {
    await open({ plan: "premium", payments: paid({ isTrialing: true }) });

    expect(screen.getByText("Trial - 7 days left")).toBeTruthy();
    expect(
      screen.getByText(`Free until ${inDays(6.2)}. Then $3,096 is charged for a year.`),
    ).toBeTruthy();
  });

  it("offers nothing above Pro", async () => {
    await open({ plan: "pro" });

    expect(screen.queryByRole("link", { name: "Upgrade Now" })).toBeNull();
    expect(leadsTo("Change Plan")).toBe("/pricing");
  });

  it("shows an ended trial, and where to choose a plan", async () => {
    await open({ hasSubscription: false });

    expect(screen.getByText("Inactive")).toBeTruthy();
    expect(screen.getByText(/no new entries. Exits, stops and your own sells go on/)).toBeTruthy();
    expect(leadsTo("Choose Your Plan")).toBe("/pricing");
  });

  it("shows that a payment is due, until when everything goes on, and leads to the card", async () => {
    await open({ plan: "premium", isPastDue: true, payments: paid({ isInGrace: true }) });

    expect(screen.getByText("Payment Required")).toBeTruthy();
    expect(screen.getByText(/^A payment failed. Everything goes on until \w+ \d/)).toBeTruthy();
    press("Update Payment");
    await waitFor(() => expect(ledTo).toEqual([PORTAL_PAGE]));
  });

  it("shows what a payment that stays away has stopped", async () => {
    await open({ plan: "premium", isPastDue: true });

    expect(screen.getByText(/^A payment failed. The agent makes no new entries/)).toBeTruthy();
    expect(screen.getByText("It waits for a payment.")).toBeTruthy();
  });

  it("says that it could not be loaded, and tries again", async () => {
    invented.refuse("/api/billing", 503, { code: "temporarily-unavailable", error: "Not now" });
    renderPage(<BillingPage />, { at: "/billing" });
    await screen.findByText("Failed to load data");
    invented.accept("/api/billing");
    press("Retry");

    expect(await screen.findByRole("region", { name: "Current Plan" })).toBeTruthy();
  });

  it("shows what is on record while the payment provider is away, and says so", async () => {
    await open({ plan: "premium", payments: paid({ trouble: "Stripe did not answer." }) });

    expect(screen.getByText(/^Stripe did not answer. Nothing can be bought/)).toBeTruthy();
    expect(screen.getByText("Premium")).toBeTruthy();
  });
});

describe("canceling a subscription", () => {
  it("asks first, saying until when it lasts and what goes on after", async () => {
    await open({ plan: "premium" });
    const question = await answerQuestion("Go Back");

    expect(question.textContent).toContain(`Premium stays yours until ${inDays(300)}`);
    expect(question.textContent).toContain("Exits, stops and your own sells go on");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent(CANCEL)).toEqual([]);
  });

  it("happens once, and is said with its date everywhere", async () => {
    await open({ plan: "premium" });
    const slow = invented.holdBack(CANCEL);
    await answerQuestion("Cancel Subscription");
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    press("Canceling...");
    slow.letGo();

    await said(`Subscription Canceled: Premium is yours until ${inDays(300)}.`);
    expect(sent(CANCEL)).toHaveLength(1);
    expect(screen.getByText(`Ends ${inDays(300)}`)).toBeTruthy();
    expect(screen.getByText(/^You have canceled. Premium is yours until/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Cancel Subscription" })).toBeNull();
  });

  it("can be taken back for as long as it lasts", async () => {
    await open({ plan: "premium", payments: paid({ isCanceling: true }) });
    press("Keep Subscription");

    await said(`Subscription Kept: Premium renews on ${inDays(300)}.`);
    expect(button("Cancel Subscription").disabled).toBe(false);
    expect(screen.queryByText(/^Ends /)).toBeNull();
  });

  it("that failed says why, and changes nothing", async () => {
    await open({ plan: "premium" });
    invented.refuse(CANCEL, 503, { code: "payments-unavailable", error: "Stripe is away." });
    await answerQuestion("Cancel Subscription");

    await said("Error: Stripe is away.");
    expect(button("Cancel Subscription").disabled).toBe(false);
  });

  it("that nobody answered says that it is not known, and shows how it ended", async () => {
    await open({ plan: "premium" });
    const isBack = wentOffline(invented);
    expect(button("Cancel Subscription").disabled).toBe(true);
    isBack();
    press("Cancel Subscription");
    const question = await screen.findByRole("alertdialog");
    invented.goAway();
    fireEvent.click(within(question).getByRole("button", { name: "Cancel Subscription" }));
    await said("Whether it was done is not known");
    invented.comeBack();
    invented.world().payments.isCanceling = true;
    await act(() => mutate(() => true));

    expect(await screen.findByText(`Ends ${inDays(300)}`)).toBeTruthy();
  });

  it("in one window is known in another as soon as the status is asked for", async () => {
    await open({ plan: "premium", payments: paid({ isTrialing: true }) });
    await secondWindow(invented).send("post", "/api/subscription/change", { plan: "pro" });
    await act(() => mutate("/api/subscription/status"));
    await act(() => invented.debounced());

    expect(screen.getByText("Pro")).toBeTruthy();
  });
});

describe("the invoices", () => {
  const invoice = {
    id: "in_1",
    number: "SIM-000007",
    at: "2026-09-04T15:00:00.000Z",
    total: 3096,
    state: "paid" as const,
    url: "http://localhost/simulated-payments/invoice/in_1",
  };

  it("are listed with day, total and state, and lead to the provider's page of each", async () => {
    const due = { ...invoice, id: "in_2", number: "SIM-000008", state: "open" as const, url: null };
    await open({ plan: "premium", payments: paid({ invoices: [due, invoice] }) });
    const rows = (await screen.findAllByRole("row")).slice(1).map(({ textContent }) => textContent);

    expect(rows).toEqual([
      "Sep 4, 2026SIM-000008$3,096.00Due",
      "Sep 4, 2026SIM-000007, opens in a new tab$3,096.00Paid",
    ]);
    const link = screen.getByRole("link", { name: /SIM-000007/ });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([
      invoice.url,
      "noreferrer",
    ]);
  });

  it("are none before the first plan", async () => {
    await open();

    expect(await screen.findByText("No invoices yet")).toBeTruthy();
  });

  it("that could not be loaded leave the plan in sight, and are asked for again", async () => {
    invented.refuse("/api/billing/invoices", 503, { code: "payments-unavailable", error: "Away" });
    invented.world().user = TRADER;
    renderPage(<BillingPage />, { at: "/billing" });
    await screen.findByText("Your invoices could not be loaded");
    expect(screen.getByRole("region", { name: "Current Plan" })).toBeTruthy();
    invented.accept("/api/billing/invoices");
    press("Retry");

    expect(await screen.findByText("No invoices yet")).toBeTruthy();
  });
});
