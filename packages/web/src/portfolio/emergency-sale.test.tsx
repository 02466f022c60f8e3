// @vitest-environment happy-dom
import type { CanceledOrderView } from "@sevenfold/contract/orders";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BROKER, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { doneWords } from "./emergency-result.tsx";
import { PortfolioPage } from "./portfolio-page.tsx";

// There is no canvas to draw on here; the journeys look at the real one.
vi.mock("../equity/equity-chart.tsx", () => ({ EquityChart: () => null }));

const invented = holdInventedHttp();
afterEach(() => invented.server.resetHandlers());

const open = async () => {
  renderPage(<PortfolioPage />, { at: "/portfolio" });
  await screen.findByText("Active Positions");
};

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const said = (text: string) =>
  waitFor(() => expect(screen.getByLabelText("Notices").textContent).toContain(text));

describe("selling everything in an emergency", () => {
  it("needs the words typed, and shows what became of each holding", async () => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    press("Emergency Sell All");
    const confirm = await screen.findByRole("button", { name: "Sell everything" });
    expect((confirm as HTMLButtonElement).disabled).toBe(true);
    expect(confirm.classList.contains("bg-loss")).toBe(true);
    fireEvent.change(screen.getByLabelText("Type SELL ALL to confirm"), {
      target: { value: "sell all" },
    });
    press("Sell everything");

    await said("Emergency liquidation complete: 6 of 6 positions sold.");
    expect(screen.getByText("Everything is sold, and no order is open.")).toBeTruthy();
    expect(screen.getAllByText("Sold")).toHaveLength(6);
    expect(invented.heard("POST", "/api/positions/sell-all")).toHaveLength(1);
  });
});

describe("an emergency sale that is at work when the page is opened", () => {
  it("is said, shows its progress again, and is told once it has ended", async () => {
    invented.begin({ isSelling: true, looksUntilSold: 100 });
    await open();
    await screen.findByText("An emergency sale is under way.");
    press("Show its progress");
    const dialog = within(await screen.findByRole("dialog", { name: "Emergency Sell All" }));
    await waitFor(() => expect(dialog.getAllByText("Order sent")).toHaveLength(6));
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
    await screen.findByText("An emergency sale is under way.");

    invented.begin({ isSelling: true, looksUntilSold: 0 });
    await said("Emergency liquidation complete: 6 of 6 positions sold.");
    await waitFor(() => expect(screen.queryByText("An emergency sale is under way.")).toBeNull());
    expect(invented.heard("POST", "/api/positions/sell-all")).toHaveLength(0);
  });

  it("is what the button shows, in place of a question that would begin another one", async () => {
    invented.begin({ isSelling: true, looksUntilSold: 100 });
    await open();
    await screen.findByText("An emergency sale is under way.");
    press("Emergency Sell All");

    await screen.findByRole("dialog", { name: "Emergency Sell All" });
    expect(screen.queryByRole("button", { name: "Sell everything" })).toBeNull();
  });
});

describe("an emergency sale whose answer is lost", () => {
  it("says that it may have begun, stays asked, and is one sale when it is pressed again", async () => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    press("Emergency Sell All");
    fireEvent.change(await screen.findByLabelText("Type SELL ALL to confirm"), {
      target: { value: "sell all" },
    });
    invented.loseAnswer("/api/positions/sell-all");
    press("Sell everything");
    expect(screen.queryByText(/Automation is off/)).toBeNull();
    await screen.findByText("Asked for. Until Sevenfold answers, nothing of it is known.");
    await said("Outcome Unknown: No answer came: the sale may have begun.");
    fireEvent.click(await screen.findByRole("button", { name: "Sell everything" }));

    await said("Emergency liquidation complete");
    const keys = invented
      .heard("POST", "/api/positions/sell-all")
      .map(({ idempotencyKey }) => idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

describe("an emergency sale whose server goes away", () => {
  it("says of when it stands so, and goes on once the server is back", async () => {
    invented.begin({ looksUntilSold: 100 });
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    press("Emergency Sell All");
    fireEvent.change(await screen.findByLabelText("Type SELL ALL to confirm"), {
      target: { value: "SELL ALL" },
    });
    press("Sell everything");
    const dialog = within(await screen.findByRole("dialog", { name: "Emergency Sell All" }));
    await dialog.findByText("6 of 6 positions", { exact: false });
    invented.goAway();
    await dialog.findByText(/^As of .* ET/);

    invented.world().looksUntilSold = 0;
    invented.comeBack();
    fireEvent.click(dialog.getByRole("button", { name: "Retry" }));
    await dialog.findByText("Everything is sold, and no order is open.");
    expect(dialog.queryByText(/^As of .* ET/)).toBeNull();
  });
});

describe("the question before an emergency sale", () => {
  it("names the account that is sold out, where there may be others", async () => {
    invented.begin({ user: TRADER, brokers: [{ ...BROKER, accountLabel: "Savings" }] });
    await open();
    press("Emergency Sell All");

    expect(await screen.findByText(/^At Savings, automation is turned off, /)).toBeTruthy();
  });

  it.each([
    [["AMD", "COIN", "CRM", "JPM", "NVDA"], "Sell the one position"],
    [["COIN", "CRM", "JPM", "NVDA"], "Sell all 2 positions"],
  ])("counts what is held where %j are not, in its heading", async (sold, heading) => {
    invented.begin({ sold });
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    press("Emergency Sell All");

    expect(await screen.findByRole("alertdialog", { name: heading })).toBeTruthy();
  });
});

describe("an emergency sale's own words", () => {
  const taken = (state: CanceledOrderView["state"]): CanceledOrderView => ({
    clientKey: "ABCDEFGHIJKLMNOPQRST",
    ticker: "NVDA",
    side: "BUY",
    quantity: 5,
    filled: 0,
    state,
    message: null,
  });
  const done = (orders: readonly CanceledOrderView[], state: "sold" | "failed" = "sold") =>
    doneWords({
      id: "s",
      isDone: true,
      startedAt: "2025-11-21T14:00:00.000Z",
      orders: [...orders],
      items: [{ ticker: "AAPL", shares: 1, sold: 1, state, clientKey: null, message: null }],
    });

  it("say that everything is sold only where nothing rests and nothing is unknown", () => {
    expect(done([])).toBe("Everything is sold.");
    expect(done([taken("canceled")])).toBe("Everything is sold, and no order is open.");
    expect(done([taken("canceling")])).toBe(
      "Every position is sold. 1 order may still rest: the broker has confirmed no cancel. Look at Orders, and at the broker.",
    );
    expect(done([taken("unknown"), taken("unknown")], "failed")).toBe(
      "1 position was not sold whole. Of 2 orders nobody knows whether the broker has it. Look at Orders, and at the broker.",
    );
  });
});

describe("an emergency without a sale", () => {
  it("only cancels the open orders, after a question that says how many", async () => {
    await open();
    await screen.findByRole("button", { name: "Sell all AAPL" });
    press("Emergency Sell All");
    fireEvent.click(await screen.findByRole("button", { name: "Only cancel 1 order" }));
    expect(await screen.findByText("Cancel the one open order")).toBeTruthy();
    expect(invented.heard("POST", "/api/orders/cancel-all")).toEqual([]);
    press("Cancel 1 order");

    await said("Orders Canceled: 1 canceled.");
    expect(invented.heard("POST", "/api/orders/cancel-all")).toHaveLength(1);
    expect(invented.heard("POST", "/api/positions/sell-all")).toEqual([]);
  });
});
