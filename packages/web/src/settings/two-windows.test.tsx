// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { mutate } from "swr";
import { describe, expect, it, vi } from "vitest";
import { secondAccount, secondWindow, serverGone } from "../testing/faults.ts";
import { CONFIG } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { ConfigurationPage } from "./configuration-page.tsx";

// There is no canvas to draw on here; the journeys look at the real one.
vi.mock("./preview-chart.tsx", () => ({ PreviewChart: () => null }));

const invented = holdInventedHttp();

async function open(changes = {}) {
  invented.begin(changes);
  renderPage(<ConfigurationPage />, { at: "/settings" });
  await screen.findByLabelText("Buy drop %");
  await screen.findByLabelText("Maximum position %");
  await screen.findByLabelText("Goal amount ($)");
  await act(() => invented.debounced());
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));
const bodies = (method: string, path: string) =>
  invented.heard(method, path).map(({ body }) => body);
const saved = () => bodies("PUT", "/api/trading-config");

/** Presses a button once it can be. */
const pressOnce = async (name: string) => {
  await waitFor(() => expect(button(name).disabled).toBe(false));
  press(name);
};
const asked = () => screen.findByRole("alertdialog");
const pick = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));

describe("a save whose answer is lost", () => {
  it("is told as saved where it was, which is looked up", async () => {
    await open();
    type("Buy drop %", "4");
    await pressOnce("Save Configuration");
    await asked();
    invented.loseAnswer("/api/trading-config");
    press("Save changes");

    await said("Configuration Saved");
    expect(screen.getByLabelText("Notices").textContent).not.toContain("Failed");
    expect(screen.queryByText("Unsaved changes")).toBeNull();
    expect(invented.world().config.buyDropPct).toBe(0.04);
  });

  it("may have been saved where nobody can look, and is no question when it was", async () => {
    await open();
    type("Buy drop %", "4");
    await pressOnce("Save Configuration");
    await asked();
    const away = { code: "internal-error", error: "A fault of ours" };
    invented.refuse("PUT /api/trading-config", 500, away);
    invented.refuse("GET /api/trading-config", 500, away);
    press("Save changes");
    await said("Outcome Unknown: No answer came: the change may have been saved.");

    invented.begin({ config: { ...CONFIG, buyDropPct: 0.04, version: 2 } });
    await pressOnce("Save Configuration");
    await said("Nothing To Save: What is stored stays as it is.");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(saved()).toEqual([]);
  });
});

describe("a save of the rules", () => {
  it("sends nothing but what was changed, and the version it was decided on", async () => {
    await open();
    await secondWindow(invented).saves({ sharesToBuy: 7 });
    type("Buy drop %", "4");
    await pressOnce("Save Configuration");
    const dialog = await asked();
    expect(dialog.textContent).toContain("Saved elsewhere meanwhile, and kept:");
    expect(dialog.textContent).toContain("Shares to buy10becomes7");
    press("Save changes");

    await said("Configuration Saved");
    expect(saved()).toEqual([{ buyDropPct: 0.04, version: 2 }]);
    expect([invented.world().config.sharesToBuy, invented.world().config.buyDropPct]).toEqual([
      7, 0.04,
    ]);
    await waitFor(() => expect(field("Shares to buy")).toBe("7"));
  });

  it("shows both where the same was changed elsewhere, and saves the one that is chosen", async () => {
    await open();
    type("Buy drop %", "4");
    type("Sell rise %", "5");
    await secondWindow(invented).saves({ buyDropPct: 0.06, sellRisePct: 0.08 });
    await pressOnce("Save Configuration");
    const dialog = within(await screen.findByRole("alertdialog", { name: /Changed elsewhere/ }));
    expect(dialog.getByRole("group", { name: "Buy drop (it was 3%)" })).toBeTruthy();
    expect(button("Save changes").disabled).toBe(true);
    expect(saved()).toEqual([]);

    pick("Keep 6%, stored elsewhere");
    expect(button("Save changes").disabled).toBe(true);
    pick("Save 5%, typed here");
    press("Save changes");
    await said("Configuration Saved");
    expect(saved()).toEqual([{ sellRisePct: 0.05, version: 2 }]);
    await waitFor(() => expect([field("Buy drop %"), field("Sell rise %")]).toEqual(["6", "5"]));
    expect(screen.queryByText("Unsaved changes")).toBeNull();
  });

  it("sends nothing where all of what is stored elsewhere is kept", async () => {
    await open();
    type("Buy drop %", "4");
    await secondWindow(invented).saves({ buyDropPct: 0.06 });
    await pressOnce("Save Configuration");
    await asked();
    pick("Keep 6%, stored elsewhere");
    press("Save changes");

    await said("Nothing To Save");
    expect(saved()).toEqual([]);
    await waitFor(() => expect(field("Buy drop %")).toBe("6"));
  });

  it("asks anew where somebody saves between the question and its answer", async () => {
    await open();
    type("Buy drop %", "4");
    await pressOnce("Save Configuration");
    await screen.findByRole("alertdialog", { name: "Save 1 change" });
    await secondWindow(invented).saves({ buyDropPct: 0.06 });
    press("Save changes");

    await screen.findByRole("alertdialog", { name: /Changed elsewhere/ });
    expect(invented.world().config.buyDropPct).toBe(0.06);
    pick("Save 4%, typed here");
    press("Save changes");
    await said("Configuration Saved");
    expect(invented.world().config.buyDropPct).toBe(0.04);
  });

  it("says of automation what holds at this moment", async () => {
    await open();
    type("Buy drop %", "4");
    await secondWindow(invented).send("post", "/api/worker/toggle", { enabled: true });
    await pressOnce("Save Configuration");
    expect((await asked()).textContent).toContain("Automated trading is on");
    press("Cancel");

    await secondWindow(invented).send("post", "/api/worker/toggle", { enabled: false });
    await pressOnce("Save Configuration");
    expect((await asked()).textContent).toContain("Automated trading is off");
  });

  it("asks nothing and loses nothing while the server is away", async () => {
    await open();
    type("Buy drop %", "4");
    const isBack = serverGone(invented);
    await pressOnce("Save Configuration");

    await said("Save Failed: Sevenfold does not answer. Check your connection.");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(field("Buy drop %")).toBe("4");
    isBack();
    await pressOnce("Save Configuration");
    await screen.findByRole("alertdialog", { name: "Save 1 change" });
  });

  it("puts no defaults over what is not shown yet", async () => {
    await open();
    await secondWindow(invented).saves({ maxPositionSize: 80 });
    press("Reset Defaults");

    await said("Save Failed: Something else was saved since you read it");
    await waitFor(() => expect(field("Maximum position size")).toBe("80"));
    expect(invented.world().config.maxPositionSize).toBe(80);
    await pressOnce("Reset Defaults");
    await said("Reset to Defaults");
    expect(invented.world().config.maxPositionSize).toBe(50);
  });

  it("is refused where another account came into use since, and stores nothing there", async () => {
    const other = () => secondAccount(invented, { config: { ...CONFIG, buyDropPct: 0.09 } });
    await open();
    const paper = other();
    type("Buy drop %", "4");
    await pressOnce("Save Configuration");
    await asked();
    await secondWindow(invented).uses(paper);
    press("Save changes");

    await said("Save Failed: “Paper” is in use now");
    expect(invented.world().config.buyDropPct).toBe(0.09);
    await waitFor(() => expect(invented.heard("GET", "/api/trading-config").length).toBe(3));
  });
});

describe("a save of the limits", () => {
  it("shows both as they are typed where the same was changed elsewhere", async () => {
    await open();
    type("Maximum position %", "9");
    await secondWindow(invented).send("put", "/api/risk", { maxPosPct: 0.01 });
    await pressOnce("Save Limits");
    const dialog = within(await asked());

    expect(dialog.getByRole("group", { name: "Maximum position (it was 12%)" })).toBeTruthy();
    expect(dialog.getByLabelText("Keep 1%, stored elsewhere")).toBeTruthy();
    expect(dialog.getByLabelText("Save 9%, typed here")).toBeTruthy();
  });

  it("asks only where somebody came before, and sends the version", async () => {
    await open();
    type("Cool-down (seconds)", "300");
    await secondWindow(invented).send("put", "/api/risk", { coolDownSec: 900 });
    await pressOnce("Save Limits");
    await screen.findByRole("alertdialog", { name: /Changed elsewhere/ });
    pick("Save 300 s, typed here");
    press("Save changes");

    await said("Risk Limits Saved");
    expect(bodies("PUT", "/api/risk")).toEqual([{ coolDownSec: 300, version: 2 }]);
  });

  it("is no conflict with rules that were saved in the same window", async () => {
    await open();
    type("Buy drop %", "4");
    await pressOnce("Save Configuration");
    await asked();
    press("Save changes");
    await said("Configuration Saved");
    type("Cool-down (seconds)", "300");
    await pressOnce("Save Limits");

    await said("Risk Limits Saved");
  });
});

describe("a save of the goal", () => {
  it("shows both where another was set meanwhile, and saves neither unasked", async () => {
    await open();
    type("Goal amount ($)", "250000");
    await secondWindow(invented).send("patch", "/api/portfolio", { goalAmount: 300_000 });
    await pressOnce("Save Goal");
    const dialog = await asked();
    expect(dialog.textContent).toContain("saved as $300,000 while you typed $250,000");
    press("Cancel");
    await waitFor(() => expect(field("Goal amount ($)")).toBe("300,000"));
    expect(invented.world().goalAmount).toBe(300_000);

    type("Goal amount ($)", "250000");
    await secondWindow(invented).send("patch", "/api/portfolio", { goalAmount: 400_000 });
    await pressOnce("Save Goal");
    await asked();
    press("Save $250,000");
    await said("Goal Saved: The goal is $250,000.");
    expect(bodies("PATCH", "/api/portfolio").at(-1)).toEqual({
      goalAmount: 250_000,
      seen: 400_000,
    });
  });

  it("shows both also where this window has heard of the other one before", async () => {
    await open();
    type("Goal amount ($)", "250000");
    await secondWindow(invented).send("patch", "/api/portfolio", { goalAmount: 300_000 });
    await act(() => mutate(CALLS.readPortfolio.path));
    await pressOnce("Save Goal");

    expect((await asked()).textContent).toContain("saved as $300,000 while you typed $250,000");
    expect(invented.world().goalAmount).toBe(300_000);
  });
});

describe("a choice of stocks", () => {
  it("is said to stand against another one, and replaces it only when asked again", async () => {
    await open({ watched: ["AAPL", "MSFT", "TSLA"] });
    press("Choose Stocks");
    fireEvent.click(await screen.findByLabelText("MSFT"));
    await secondWindow(invented).send("put", "/api/automated-symbols", { tickers: ["AAPL"] });
    press("Save Choice");

    expect(await screen.findByText(/^Meanwhile AAPL were chosen elsewhere/)).toBeTruthy();
    expect(invented.world().automated).toEqual(["AAPL"]);
    await pressOnce("Save Choice");
    await said("Stocks Chosen");
    expect(invented.world().automated).toEqual(["AAPL", "TSLA"]);
  });
});
