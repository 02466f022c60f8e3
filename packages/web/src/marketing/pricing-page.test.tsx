// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { describe, expect, it } from "vitest";
import { wentOffline } from "../testing/faults.ts";
import { inventedPayments, TRADER } from "../testing/invented-account.ts";
import { CHECKOUT_PAGE } from "../testing/invented-billing-answers.ts";
import { holdBrowser } from "../testing/led-to.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { PricingPage } from "./pricing-page.tsx";

const invented = holdInventedHttp();
const ledTo = holdBrowser();

const CHECKOUT = "/api/billing/checkout";
const CHANGE = "/api/subscription/change";

/** Somebody with an account of their own, who looks at the prices. */
const open = (changes = {}, at = "/pricing") => {
  localStorage.setItem("sevenfold.signed-in", "yes");
  invented.begin({ user: TRADER, ...changes });
  renderPage(
    <SWRConfig value={{ focusThrottleInterval: 0 }}>
      <PricingPage />
    </SWRConfig>,
    { at },
  );
};
const paid = inventedPayments;
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const ready = (name: string) => waitFor(() => expect(button(name).disabled).toBe(false));
const press = (name: string) => fireEvent.click(button(name));
const sent = (path: string) => invented.heard("POST", path).map(({ body }) => body);
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const cardOf = (plan: string) =>
  within(screen.getByRole("heading", { name: plan }).closest<HTMLElement>("li")!);

describe("a plan's button, of somebody without one", () => {
  it("leads to its checkout, once however often it is pressed", async () => {
    open();
    await ready("Try Premium Free");
    const slow = invented.holdBack(CHECKOUT);
    press("Try Premium Free");
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    expect(button("Opening checkout...").disabled).toBe(true);
    for (const name of ["Opening checkout...", "Start Free Trial", "Get AI Agent"]) press(name);
    slow.letGo();

    await waitFor(() => expect(ledTo).toEqual([CHECKOUT_PAGE]));
    expect(sent(CHECKOUT)).toEqual([{ plan: "premium" }]);
  });

  it("can be pressed again by who comes back with the browser's Back", async () => {
    open();
    await ready("Get AI Agent");
    press("Get AI Agent");
    await waitFor(() => expect(ledTo).toHaveLength(1));
    expect(button("Opening checkout...").disabled).toBe(true);
    act(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));

    expect(button("Get AI Agent").disabled).toBe(false);
  });

  it("says which free days come first, and what then", async () => {
    open();

    expect(await screen.findByText("7 days free, then $3,096 a year.")).toBeTruthy();
  });

  it("says that it is charged at once where the free days were used", async () => {
    open({ hasSubscription: false, payments: paid({ isTrialUsed: true }) });

    expect(await screen.findByText("$12,984 a year, charged at once.")).toBeTruthy();
    expect(screen.queryByText(/days free/)).toBeNull();
  });

  it("says why no checkout was opened, and can be pressed again", async () => {
    open();
    await ready("Start Free Trial");
    invented.refuse(CHECKOUT, 503, { code: "payments-unavailable", error: "Stripe is away." });
    press("Start Free Trial");

    await said("Checkout Not Opened: Stripe is away. Nothing was charged.");
    invented.accept(CHECKOUT);
    press("Start Free Trial");
    await waitFor(() => expect(ledTo).toEqual([CHECKOUT_PAGE]));
  });

  it("sends nothing without a network, and works once it is back", async () => {
    open();
    await ready("Start Free Trial");
    const isBack = wentOffline(invented);
    expect(button("Start Free Trial").disabled).toBe(true);
    press("Start Free Trial");
    isBack();
    await ready("Start Free Trial");

    expect(sent(CHECKOUT)).toEqual([]);
  });

  it("is not to be pressed while what is held is not known, which is said", async () => {
    open();
    invented.refuse("/api/billing", 503, { code: "temporarily-unavailable", error: "Not now" });

    expect(await screen.findByText("What you hold could not be loaded")).toBeTruthy();
    expect(button("Start Free Trial").disabled).toBe(true);
    invented.accept("/api/billing");
    press("Retry");
    await ready("Start Free Trial");
  });

  it("is not to be pressed while nobody says what is sold, which is said", async () => {
    open({ payments: paid({ trouble: "Stripe did not answer." }) });

    expect(await screen.findByText(/^Stripe did not answer. Nothing can be bought/)).toBeTruthy();
    expect(button("Get AI Agent").disabled).toBe(true);
  });
});

describe("the second of two windows", () => {
  it("is told that a plan was bought in the first, and shows it", async () => {
    open();
    await ready("Try Premium Free");
    invented.world().plan = "basic";
    press("Try Premium Free");

    await said("Checkout Not Opened: You hold a plan. Change it instead of buying a second one.");
    // At once, not with the next time it is polled.
    await act(() => invented.debounced());
    expect(cardOf("Basic").getByRole("link", { name: "Your Plan" })).toBeTruthy();
    expect(button("Upgrade to Premium").disabled).toBe(false);
    expect(ledTo).toEqual([]);
  });

  it("knows it as soon as it comes to the front", async () => {
    open();
    await ready("Try Premium Free");
    invented.world().plan = "pro";
    act(() => void window.dispatchEvent(new Event("focus")));
    await act(() => invented.debounced());

    expect(cardOf("Pro").getByRole("link", { name: "Your Plan" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try Premium Free" })).toBeNull();
  });
});

describe("a plan's button, of somebody who holds another", () => {
  it("changes to it after a question that says the price, once", async () => {
    open({ plan: "basic" });
    await screen.findByRole("link", { name: "Your Plan" });
    press("Upgrade to Premium");
    const question = await screen.findByRole("alertdialog", { name: "Upgrade to Premium" });
    expect(question.textContent).toContain("Premium is $3,096 a year, in place of $1,560.");
    expect(question.textContent).toContain("is set against the price");
    expect(question.textContent).toContain("Payments are simulated");
    const slow = invented.holdBack(CHANGE);
    fireEvent.click(within(question).getByRole("button", { name: "Upgrade to Premium" }));
    await waitFor(() => expect(slow.isWaiting()).toBe(true));
    expect(button("Changing...").disabled).toBe(true);
    press("Changing...");
    slow.letGo();

    await said("Plan Changed: You have Premium now. It renews on");
    expect(sent(CHANGE)).toEqual([{ plan: "premium" }]);
    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/billing"));
  });

  it("says what a smaller plan takes away, and does nothing when it is dismissed", async () => {
    open({ plan: "pro" });
    await screen.findByRole("link", { name: "Your Plan" });
    press("Change to Basic");
    const question = await screen.findByRole("alertdialog", { name: "Change to Basic" });
    expect(question.textContent).toContain("Your API tokens open nothing any more.");
    expect(question.textContent).toContain("25 stocks at most");
    fireEvent.click(within(question).getByRole("button", { name: "Cancel" }));

    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent(CHANGE)).toEqual([]);
  });

  it("says in the free days that nothing is charged before they end", async () => {
    open({ plan: "basic", payments: paid({ isTrialing: true }) });
    await screen.findByRole("link", { name: "Your Plan" });
    press("Upgrade to Pro");
    const question = await screen.findByRole("alertdialog");

    expect(question.textContent).toMatch(/nothing is charged before your trial ends on \w+ \d/);
  });

  it("says why it was not changed, and stays", async () => {
    open({ plan: "basic" });
    await screen.findByRole("link", { name: "Your Plan" });
    invented.refuse(CHANGE, 503, { code: "payments-unavailable", error: "Stripe is away." });
    press("Upgrade to Pro");
    const question = await screen.findByRole("alertdialog");
    fireEvent.click(within(question).getByRole("button", { name: "Upgrade to Pro" }));

    await said("Plan Not Changed: Stripe is away.");
    expect(button("Upgrade to Pro").disabled).toBe(false);
    expect(screen.getByLabelText("Address").textContent).toBe("/pricing");
  });

  it("leads to the payment that is due before anything is changed", async () => {
    open({ plan: "premium", isPastDue: true });
    const ways = await screen.findAllByRole("link", { name: "See Billing" });

    expect(ways.map((way) => way.getAttribute("href"))).toEqual(["/billing", "/billing"]);
  });
});

describe("a plan that was chosen before signing up", () => {
  it("is one press from its checkout, and nothing is sent before that press", async () => {
    open({}, "/pricing?plan=pro");
    await screen.findByText("You have chosen Pro.");
    expect(sent(CHECKOUT)).toEqual([]);
    press("Continue to Checkout");

    await waitFor(() => expect(ledTo).toEqual([CHECKOUT_PAGE]));
    expect(sent(CHECKOUT)).toEqual([{ plan: "pro" }]);
  });

  it("is not offered to who holds one already", async () => {
    open({ plan: "basic" }, "/pricing?plan=pro");
    await screen.findByRole("link", { name: "Your Plan" });

    expect(screen.queryByText("You have chosen Pro.")).toBeNull();
  });
});

describe("the prices", () => {
  it("are said to be of simulated payments, to a visitor too", async () => {
    localStorage.clear();
    invented.begin({ signedIn: false });
    renderPage(<PricingPage />, { at: "/pricing" });

    expect(await screen.findByText(/No money moves on this server/)).toBeTruthy();
    expect(invented.heard("GET", "/api/billing")).toEqual([]);
  });

  it("are not said so where money moves", async () => {
    open({ payments: paid({ isSimulated: false }) });
    await ready("Start Free Trial");
    await act(() => invented.debounced());

    expect(screen.queryByText(/No money moves/)).toBeNull();
  });
});
