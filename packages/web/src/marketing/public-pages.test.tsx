// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { FeaturesPage } from "./features-page.tsx";
import { LandingPage } from "./landing-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { PricingPage } from "./pricing-page.tsx";

const invented = holdInventedHttp();
const visit = () => {
  localStorage.clear();
  invented.begin({ signedIn: false });
};
/** Somebody who is signed in here, and looks at a public page again. */
const comeBack = (changes = {}) => {
  localStorage.setItem("sevenfold.signed-in", "yes");
  invented.begin(changes);
};
const leadsTo = (name: string) =>
  new Set(screen.getAllByRole("link", { name }).map((link) => link.getAttribute("href")));

describe("the landing page", () => {
  it("leads to features, pricing and the part about it, and in", async () => {
    visit();
    renderPage(<LandingPage />, { at: "/" });
    await screen.findByText("Simulated market data");

    const header = within(screen.getByRole("navigation", { name: "Product" }));
    const links = header.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/features", "/pricing", "/#about"]);
    expect(leadsTo("Start 7x Challenge")).toEqual(new Set(["/auth"]));
    expect(leadsTo("Sign In")).toEqual(new Set(["/auth"]));
  });

  it("shows its four figures and the market as it is", async () => {
    visit();
    renderPage(<LandingPage />, { at: "/" });
    await screen.findByText("Simulated market data");

    for (const [figure, words] of [
      ["$100,000", "Starting capital"],
      ["85", "Premium stocks"],
      ["7x", "Target growth"],
    ] as const)
      expect(screen.getByText(words).parentElement?.textContent).toContain(figure);
  });

  it("shows the product at work: a stock's price, its trigger and the reason in words", async () => {
    visit();
    renderPage(<LandingPage />, { at: "/" });
    const sentence = /^(Waiting to buy at|Buying: )/;
    expect(await screen.findByText(sentence)).toBeTruthy();
    const chart = () =>
      screen.getByRole("figure", { name: /the trigger/ }).getAttribute("aria-label");
    const before = chart();
    fireEvent.click(screen.getByRole("button", { name: "MSFT", pressed: false }));

    expect(screen.getByRole("button", { name: "MSFT", pressed: true })).toBeTruthy();
    expect(chart()).not.toBe(before);
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it("signs a demo trader in and leads to the dashboard", async () => {
    visit();
    renderPage(<LandingPage />, { at: "/" });
    fireEvent.click(screen.getAllByRole("button", { name: "Demo Trader" })[0]!);

    expect(await screen.findByRole("button", { name: "Opening demo..." })).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByLabelText("Notices").textContent).toContain(
        "Demo access granted: Welcome to the Sevenfold demo!",
      ),
    );
    // The page is left a moment after it is said.
    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/dashboard"));
  });
});

describe("the features", () => {
  it("are nine cards, with the ways on from there", () => {
    visit();
    renderPage(<FeaturesPage />, { at: "/features" });

    const titles = screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
    for (const title of [
      "AI pattern recognition",
      "4% rule automation",
      "Risk management",
      "Lightning execution",
      "Real-time analytics",
      "24/7 monitoring",
      "Goal tracking",
      "Mobile ready",
      "AI trading agent",
    ])
      expect(titles).toContain(title);
    expect(leadsTo("Start 7x Challenge")).toEqual(new Set(["/auth"]));
    expect(leadsTo("See pricing")).toEqual(new Set(["/pricing"]));
    expect(screen.getAllByRole("button", { name: "Demo Trader" }).length).toBeGreaterThan(0);
  });
});

describe("the prices", () => {
  it.each([
    ["Basic", "$133", "$1,560", "Start Free Trial", "25 premium stocks"],
    ["Premium", "$258", "$3,096", "Try Premium Free", "Most Popular"],
    ["Pro", "$1,082", "$12,984", "Get AI Agent", "API access"],
  ])("of %s are its own, with its button", (name, perMonth, perYear, button, line) => {
    visit();
    renderPage(<PricingPage />, { at: "/pricing" });

    const card = screen.getByRole("heading", { name }).closest("li")!;
    for (const words of [perMonth, perYear, line]) expect(card.textContent).toContain(words);
    const link = within(card).getByRole("link", { name: button });
    expect(link.getAttribute("href")).toBe(`/auth?tab=sign-up&plan=${name.toLowerCase()}`);
    expect(screen.getByText(/All plans include paper trading/)).toBeTruthy();
  });
});

describe("a public page for somebody who is signed in", () => {
  it.each([
    ["/", LandingPage],
    ["/features", FeaturesPage],
    ["/pricing", PricingPage],
  ])("leads back to the dashboard from %s, and offers no sign-in and no demo", async (at, Page) => {
    comeBack();
    renderPage(<Page />, { at });
    const footer = within(screen.getByRole("navigation", { name: "Footer" }));
    const back = await footer.findByRole("link", { name: "Dashboard" });

    expect(back.getAttribute("href")).toBe("/dashboard");
    expect(leadsTo("Dashboard")).toEqual(new Set(["/dashboard"]));
    for (const name of ["Sign In", "Start 7x Challenge"])
      expect(screen.queryByRole("link", { name })).toBeNull();
    expect(screen.queryByRole("button", { name: "Demo Trader" })).toBeNull();
  });

  it("says of the plans that a demo has no other, and leads to an account of its own", async () => {
    comeBack();
    renderPage(<PricingPage />, { at: "/pricing" });
    expect(await screen.findByText(/A demo has no other plan/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Create an Account" }));

    await waitFor(() =>
      expect(screen.getByLabelText("Address").textContent).toBe("/auth?tab=sign-up"),
    );
  });
});

describe("any other address", () => {
  it("says that nothing stands there", () => {
    visit();
    renderPage(<NotFoundPage />, { at: "/nowhere" });

    expect(screen.getByRole("heading", { name: "404 Page Not Found" })).toBeTruthy();
    expect(leadsTo("Go to the start page")).toEqual(new Set(["/"]));
  });

  it("leads whoever is signed in back to the dashboard from where nothing stands", async () => {
    comeBack();
    renderPage(<NotFoundPage />, { at: "/nowhere" });

    await screen.findByRole("link", { name: "Go to the dashboard" });
    expect(leadsTo("Go to the dashboard")).toEqual(new Set(["/dashboard"]));
  });
});
