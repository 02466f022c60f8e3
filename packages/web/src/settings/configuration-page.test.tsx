// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Link } from "react-router-dom";
import { mutate } from "swr";
import { describe, expect, it, vi } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { ConfigurationPage } from "./configuration-page.tsx";

// There is no canvas to draw on here; the journeys look at the real one.
vi.mock("./preview-chart.tsx", () => ({ PreviewChart: () => null }));

const invented = holdInventedHttp();
const NOT_AGAIN = { revalidate: false };

async function open(changes = {}) {
  invented.begin(changes);
  renderPage(
    <>
      <ConfigurationPage />
      <Link to="/goals">Elsewhere</Link>
    </>,
    { at: "/settings" },
  );
  await screen.findByLabelText("Buy drop %");
  await screen.findByLabelText("Maximum position %");
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const choose = (name: RegExp) => fireEvent.click(screen.getByRole("radio", { name }));
const valueOfField = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const isDisabled = (name: string) =>
  (screen.getByRole("button", { name }) as HTMLButtonElement).disabled;

const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

const saved = () => invented.heard("PUT", "/api/trading-config").map(({ body }) => body);

async function save() {
  await waitFor(() => expect(isDisabled("Save Configuration")).toBe(false));
  press("Save Configuration");
  await screen.findByRole("alertdialog");
  press("Save changes");
}

describe("the trading configuration", () => {
  it("shows what is stored as percentages", async () => {
    await open();

    expect(screen.getByRole("heading", { name: "Trading Configuration", level: 1 })).toBeTruthy();
    expect(["Buy drop %", "Sell rise %", "Shares to buy"].map(valueOfField)).toEqual([
      "3",
      "3",
      "10",
    ]);
    expect(["Maximum position size", "Minimum cash reserve ($)"].map(valueOfField)).toEqual([
      "50",
      "1,000",
    ]);
    expect(isDisabled("Save Configuration")).toBe(true);
  });

  it("takes figures with and without separators, shows them with, and no comma for a point", async () => {
    await open();
    type("Maximum position size", "1,500");
    fireEvent.blur(screen.getByLabelText("Maximum position size"));
    expect(valueOfField("Maximum position size")).toBe("1,500");
    type("Minimum cash reserve ($)", "25000.5");
    fireEvent.blur(screen.getByLabelText("Minimum cash reserve ($)"));
    await waitFor(() => expect(valueOfField("Minimum cash reserve ($)")).toBe("25,000.5"));
    type("Buy drop %", "4,5");
    expect(await screen.findByText("Buy drop must be a number")).toBeTruthy();
    fireEvent.blur(screen.getByLabelText("Buy drop %"));
    expect(valueOfField("Buy drop %")).toBe("4,5");
    type("Buy drop %", "4.5");
    await save();

    await said("Configuration Saved");
    expect(saved()).toEqual([
      { buyDropPct: 0.045, maxPositionSize: 1_500, minCashReserve: 25_000.5, version: 1 },
    ]);
  });

  it("asks for the parameters of the chosen strategy only", async () => {
    await open();
    expect(screen.queryByLabelText("Take profit %")).toBeNull();
    choose(/Simple 4% rule/);
    expect(await screen.findByLabelText("Take profit %")).toBeTruthy();
    expect(screen.queryByLabelText("Sell rise %")).toBeNull();
    expect(screen.queryByLabelText("Stop loss %")).toBeNull();
    fireEvent.click(screen.getByLabelText(/Use a stop loss/));
    expect(await screen.findByLabelText("Stop loss %")).toBeTruthy();
  });

  it("proposes a band where HYBRID would have none", async () => {
    await open();
    choose(/Hybrid/);

    await waitFor(() => expect(valueOfField("Maximum drop %")).toBe("5"));
    expect(valueOfField("Minimum drop %")).toBe("3");
    expect(screen.getByLabelText("Stop loss %")).toBeTruthy();
  });

  it("says at the field what is wrong, and cannot be saved so", async () => {
    await open();
    type("Buy drop %", "0.5");
    expect(await screen.findByText("Buy drop must be at least 1%")).toBeTruthy();
    expect(isDisabled("Save Configuration")).toBe(true);
    type("Buy drop %", "");
    expect(await screen.findByText("Buy drop must be a number")).toBeTruthy();
    choose(/Hybrid/);
    type("Minimum drop %", "7");
    expect(
      await screen.findByText(
        "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %.",
      ),
    ).toBeTruthy();
    expect(isDisabled("Save Configuration")).toBe(true);
  });

  it("is not barred by what the chosen strategy hides", async () => {
    await open();
    type("Sell rise %", "90");
    await screen.findByText("Sell rise must be at most 20%");
    choose(/Simple 4% rule/);

    await waitFor(() => expect(isDisabled("Save Configuration")).toBe(false));
  });

  it("shows the difference before it saves, and sends what changed as fractions", async () => {
    await open();
    type("Buy drop %", "4.5");
    type("Shares to buy", "7");
    await waitFor(() => expect(isDisabled("Save Configuration")).toBe(false));
    press("Save Configuration");
    const dialog = await screen.findByRole("alertdialog", { name: "Save 2 changes" });
    expect(within(dialog).getByText("Buy drop").parentElement?.textContent).toBe(
      "Buy drop3%becomes4.5%",
    );
    expect(saved()).toEqual([]);
    press("Save changes");

    await said("Configuration Saved");
    expect(saved()).toEqual([{ buyDropPct: 0.045, sharesToBuy: 7, version: 1 }]);
    await waitFor(() => expect(isDisabled("Save Configuration")).toBe(true));
    expect(screen.queryByText("Unsaved changes")).toBeNull();
  });

  it("keeps the stop at the broker where a stop is used, and says so before it saves", async () => {
    await open();
    expect(screen.queryByLabelText(/Keep the stop at the broker too/)).toBeNull();

    fireEvent.click(screen.getByLabelText(/Use a stop loss/));
    fireEvent.click(await screen.findByLabelText(/Keep the stop at the broker too/));
    await waitFor(() => expect(isDisabled("Save Configuration")).toBe(false));
    press("Save Configuration");
    const dialog = await screen.findByRole("alertdialog");
    expect(within(dialog).getByText("Stop at the broker")).toBeTruthy();
    press("Save changes");

    await said("Configuration Saved");
    expect(saved()).toMatchObject([{ stopLossEnabled: true, stopAtBroker: true }]);
  });

  it("says the server's words, and loses nothing typed", async () => {
    await open();
    type("Buy drop %", "4");
    await waitFor(() => expect(isDisabled("Save Configuration")).toBe(false));
    press("Save Configuration");
    await screen.findByRole("alertdialog");
    invented.refuse("/api/trading-config", 503, { code: "away", error: "Not now" });
    press("Save changes");

    await said("Save Failed: Not now");
    expect(valueOfField("Buy drop %")).toBe("4");
  });

  it("resets to the defaults at once, whatever was typed", async () => {
    await open({ enabled: true });
    type("Buy drop %", "9");
    press("Reset Defaults");

    await said("Reset to Defaults");
    expect(saved()).toEqual([
      {
        strategyMode: "SIMPLE",
        buyDropPct: 0.04,
        takeProfitFromEntryPct: 0.04,
        sharesToBuy: 10,
        sharesToSell: 10,
        maxPositionSize: 50,
        minCashReserve: 1000,
        enableAutomatedTrading: false,
        version: 1,
      },
    ]);
    await waitFor(() => expect(valueOfField("Take profit %")).toBe("4"));
    expect(valueOfField("Buy drop %")).toBe("4");
    expect(screen.queryByText("Unsaved changes")).toBeNull();
  });

  it("says that it could not be loaded, and tries again", async () => {
    invented.refuse("/api/trading-config", 503, { code: "away", error: "Not now" });
    renderPage(<ConfigurationPage />, { at: "/settings" });
    expect(await screen.findByText("Failed to load data")).toBeTruthy();
    invented.accept("/api/trading-config");
    press("Retry");

    expect(await screen.findByLabelText("Buy drop %")).toBeTruthy();
  });
});

describe("leaving the page", () => {
  it("asks while something is unsaved, and goes on once it is given up", async () => {
    await open();
    type("Buy drop %", "4");
    await screen.findByText("Unsaved changes");
    fireEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
    await screen.findByRole("alertdialog", { name: "Leave without saving" });
    expect(screen.getByLabelText("Address").textContent).toBe("/settings");
    press("Cancel");
    expect(valueOfField("Buy drop %")).toBe("4");

    fireEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
    await screen.findByRole("alertdialog");
    press("Discard changes");
    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/goals"));
  });

  it.each([
    ["Cool-down (seconds)", "300", "Save Limits"],
    ["Goal amount ($)", "250000", "Save Goal"],
  ])("asks also while %s is unsaved, which has a button of its own", async (label, value, own) => {
    await open();
    await screen.findByLabelText(label);
    type(label, value);
    await waitFor(() => expect(isDisabled(own)).toBe(false));
    await act(async () => {});
    fireEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
    await screen.findByRole("alertdialog", { name: "Leave without saving" });
    expect(screen.getByLabelText("Address").textContent).toBe("/settings");

    press("Discard changes");
    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/goals"));
  });

  it("asks nothing while nothing is unsaved", async () => {
    await open();
    fireEvent.click(screen.getByRole("link", { name: "Elsewhere" }));

    await waitFor(() => expect(screen.getByLabelText("Address").textContent).toBe("/goals"));
  });
});

describe("a configuration that somebody else saves", () => {
  it("shows what they saved, but for what is being typed", async () => {
    await open();
    type("Buy drop %", "4");
    await screen.findByText("Unsaved changes");
    const stored = await (await fetch("/api/trading-config")).json();
    await act(() => mutate("/api/trading-config", { ...stored, sharesToBuy: 8 }, NOT_AGAIN));

    await waitFor(() => expect(valueOfField("Shares to buy")).toBe("8"));
    expect(valueOfField("Buy drop %")).toBe("4");
  });
});
