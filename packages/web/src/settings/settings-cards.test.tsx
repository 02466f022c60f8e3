// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Link } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import { stateOf } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { hideValues } from "../ui/appearance.ts";
import { ConfigurationPage } from "./configuration-page.tsx";

// There is no canvas to draw on here; the journeys look at the real one.
vi.mock("./preview-chart.tsx", () => ({ PreviewChart: () => null }));

const invented = holdInventedHttp();
afterEach(() => hideValues(false));

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

describe("the switch of automated trading", () => {
  const toggle = () => fireEvent.click(screen.getByRole("switch", { name: "Automated trading" }));

  it("says how many would trade at once, then that it is on", async () => {
    await open();
    toggle();
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain("3 symbols stand at their triggers");
    press("Turn on");

    await said("Trading Activated");
    expect(await screen.findByText("Active")).toBeTruthy();
  });

  it("goes off with one press, and says so", async () => {
    await open({ enabled: true });
    toggle();

    await said("Trading Deactivated");
  });

  it("says what keeps a switched-on account from trading instead of Active", async () => {
    await open({ enabled: true, accountState: stateOf("halted", "Halted", "Buying has stopped.") });

    expect(await screen.findByText("Halted")).toBeTruthy();
    expect(screen.getByText("Buying has stopped.")).toBeTruthy();
    expect(screen.queryByText("Active")).toBeNull();
  });

  it("stays off while the worker is offline", async () => {
    await open({ online: false });
    expect(await screen.findByText("Worker Offline")).toBeTruthy();
    toggle();

    await said("Worker Unavailable: The trading worker is currently offline.");
    expect(invented.heard("POST", "/api/worker/toggle")).toEqual([]);
  });

  it("says why it could not be turned", async () => {
    await open({ enabled: true });
    invented.refuse("/api/worker/toggle", 500, { code: "broken" });
    toggle();

    await said("Toggle Failed");
  });
});

describe("the preview", () => {
  it("runs the form's values and stands beside what is stored", async () => {
    await open();
    type("Buy drop %", "4");
    await screen.findByText("Unsaved changes");
    press("Run the last year");

    const table = await screen.findByRole("table", { name: /The last year/ });
    expect(within(table).getByText("+1.90%")).toBeTruthy();
    expect(within(table).getByText("+1.20%")).toBeTruthy();
    // Bought and sold again: elsewhere a trade is one execution.
    expect(within(table).getByRole("rowheader", { name: "Closed trades" })).toBeTruthy();
    const [sent] = invented.heard("POST", "/api/trading-config/preview");
    expect(sent?.body).toMatchObject({ buyDropPct: 0.04 });
    expect(saved()).toEqual([]);
    press("View as table");
    expect(screen.getByRole("region", { name: "Equity over the last year" })).toBeTruthy();
  });

  it("says when the form has moved on since", async () => {
    await open();
    press("Run the last year");
    await screen.findByRole("table", { name: /The last year/ });
    expect(screen.queryByText("Of earlier values")).toBeNull();
    type("Buy drop %", "4");

    expect(await screen.findByText("Of earlier values")).toBeTruthy();
  });

  it("says why it failed", async () => {
    await open();
    invented.refuse("/api/trading-config/preview", 503, { code: "busy", error: "Too busy" });
    press("Run the last year");

    expect(await screen.findByText("The preview failed")).toBeTruthy();
    expect(screen.getByText("Too busy", { exact: false })).toBeTruthy();
  });
});

describe("the stocks the agent enters", () => {
  const chosen = () => invented.heard("PUT", "/api/automated-symbols").map(({ body }) => body);

  it("are chosen among the watched ones", async () => {
    await open({ watched: ["AAPL", "MSFT", "TSLA"] });
    expect(await screen.findByText("All 3 you watch.")).toBeTruthy();
    press("Choose Stocks");
    fireEvent.click(await screen.findByLabelText("MSFT"));
    press("Save Choice");

    await said("Stocks Chosen");
    expect(chosen()).toEqual([{ tickers: ["AAPL", "TSLA"], seen: ["AAPL", "MSFT", "TSLA"] }]);
    expect(await screen.findByText("2 of the 3 you watch.")).toBeTruthy();
  });

  it("are at most 25 on the Basic plan, and at least one", async () => {
    await open({ plan: "basic" });
    expect(await screen.findByText("25 of the 85 you watch. The Basic plan has 25.")).toBeTruthy();
    press("Choose Stocks");
    expect(await screen.findByText("25 of 25 chosen")).toBeTruthy();
    const [free] = screen
      .getAllByRole<HTMLInputElement>("checkbox")
      .filter(({ checked, disabled }) => !checked && disabled);
    expect(free).toBeTruthy();
    press("None");
    expect(isDisabled("Save Choice")).toBe(true);
    press("First 25");
    press("Save Choice");

    await said("Stocks Chosen");
  });

  it("are all, also those watched later, when all are ticked", async () => {
    await open({ watched: ["AAPL", "MSFT"], automated: ["AAPL"] });
    await screen.findByText("1 of the 2 you watch.");
    press("Choose Stocks");
    fireEvent.click(await screen.findByRole("button", { name: "All" }));
    press("Save Choice");

    await said("Stocks Chosen");
    expect(chosen()).toEqual([{ tickers: "all", seen: ["AAPL"] }]);
  });
});

describe("the risk limits", () => {
  it("are saved on their own, in numbers that mean one thing only", async () => {
    await open();
    type("Maximum position %", "100");
    type("Daily loss limit %", "0.5");
    fireEvent.click(screen.getByLabelText("Allow after-hours trading"));
    await waitFor(() => expect(isDisabled("Save Limits")).toBe(false));
    press("Save Limits");

    await said("Risk Limits Saved");
    expect(invented.heard("PUT", "/api/risk").map(({ body }) => body)).toEqual([
      { maxPosPct: 100, dailyLossLimitPct: 0.005, allowAfterHours: true, version: 1 },
    ]);
  });

  it("say why they were refused, and lose nothing typed", async () => {
    await open();
    type("Maximum position %", "20");
    await waitFor(() => expect(isDisabled("Save Limits")).toBe(false));
    invented.refuse("PUT /api/risk", 409, { code: "busy", error: "Orders are being sent." });
    press("Save Limits");

    await said("Save Failed: Orders are being sent.");
    expect((screen.getByLabelText("Maximum position %") as HTMLInputElement).value).toBe("20");
    expect(isDisabled("Save Limits")).toBe(false);
  });

  it("say what is wrong with them", async () => {
    await open();
    type("Daily loss limit %", "80");

    expect(await screen.findByText("Daily loss limit must be at most 50%")).toBeTruthy();
    expect(isDisabled("Save Limits")).toBe(true);
  });
});

describe("the goal", () => {
  it("is saved", async () => {
    await open();
    type("Goal amount ($)", "250000");
    await waitFor(() => expect(isDisabled("Save Goal")).toBe(false));
    press("Save Goal");

    await said("Goal Saved: The goal is $250,000.");
  });

  it("names no amount of the account while values are hidden", async () => {
    await open();
    const hint = (await screen.findByText(/You began with/)).textContent;
    act(() => hideValues(true));

    expect(hint).toBe("You began with $100,000; seven times that is $700,000.");
    expect(screen.queryByDisplayValue("700,000")).toBeNull();
    press("Change Goal");
    expect(document.activeElement).toBe(screen.getByLabelText("Goal amount ($)"));
    expect(screen.getByText(/You began with/).textContent).not.toContain("$");

    type("Goal amount ($)", "90000");
    await waitFor(() => expect(isDisabled("Save Goal")).toBe(false));
    press("Save Goal");
    await said("Save Failed: Goal must be above the start.");
    expect(screen.getByRole("alert").textContent).toBe("Goal must be above the start.");
    type("Goal amount ($)", "250000");
    await waitFor(() => expect(isDisabled("Save Goal")).toBe(false));
    press("Save Goal");
    await said("Goal Saved");

    expect(screen.getByLabelText("Notices").textContent).not.toContain("$");
    expect(screen.queryByLabelText("Goal amount ($)")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change Goal" }));
    act(() => hideValues(false));
    await said("Goal Saved: The goal is $250,000.");
    expect(screen.getByLabelText("Goal amount ($)")).toBeTruthy();
  });

  it("stays in sight while it is typed, also when values are hidden meanwhile", async () => {
    await open();
    type("Goal amount ($)", "250000");
    act(() => hideValues(true));
    expect(screen.getByDisplayValue("250000")).toBeTruthy();

    type("Goal amount ($)", "700000");

    expect(isDisabled("Save Goal")).toBe(true);
    act(() => hideValues(false));
  });

  it("says at the field why it was refused", async () => {
    await open();
    type("Goal amount ($)", "90000");
    await waitFor(() => expect(isDisabled("Save Goal")).toBe(false));
    press("Save Goal");

    await said("Save Failed: Goal must be above the start, $100,000.00.");
    expect(screen.getByRole("alert").textContent).toBe(
      "Goal must be above the start, $100,000.00.",
    );
  });
});

describe("the history of changes", () => {
  it("tells each change in words, and the new one once it is saved", async () => {
    await open();
    const list = () => screen.getByRole("region", { name: "History of changes" });
    await waitFor(() => expect(list().textContent).toContain("Shares to buy5becomes10"));
    type("Buy drop %", "4");
    await save();

    await waitFor(() => expect(list().textContent).toContain("Buy drop3%becomes4%"));
  });

  it("says that there is none", async () => {
    await open({ settingsChanges: [] });

    expect(await screen.findByText("No rule or limit changed yet")).toBeTruthy();
    expect(screen.getByText(/The goal and the stocks are not\.$/)).toBeTruthy();
  });
});
