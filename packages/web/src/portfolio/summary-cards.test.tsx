// @vitest-environment happy-dom
import { CALLS } from "@sevenfold/contract/calls";
import type {
  AccountView,
  DailyChangeView,
  PortfolioView,
  PositionView,
  PricedPositionView,
} from "@sevenfold/contract/portfolio";
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { useEndpoint } from "../api/use-endpoint.ts";
import { DayCard } from "../dashboard/day-card.tsx";
import { GrowthPanel } from "../dashboard/growth-panel.tsx";
import { MetricCards } from "../dashboard/metric-cards.tsx";
import { takePrices } from "../live/price-store.ts";
import { followLive } from "../live.ts";
import { secondWindow } from "../testing/faults.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { SpokenStream } from "../testing/spoken-stream.ts";
import { hideValues } from "../ui/appearance.ts";
import { PositionTable } from "./position-table.tsx";
import { SummaryCards } from "./summary-cards.tsx";

const invented = holdInventedHttp();
afterEach(() => hideValues(false));

function Page() {
  useEffect(followLive, []);
  const { data: positions } = useEndpoint(CALLS.listPricedPositions);
  return (
    <>
      <SummaryCards />
      <MetricCards className="" />
      <DayCard className="" />
      <GrowthPanel className="" />
      {positions && <PositionTable positions={positions} />}
    </>
  );
}

/** No price moves but as it is told here. */
const NOON = Date.UTC(2025, 10, 21, 17);
const PATHS = [
  CALLS.readAccount,
  CALLS.listPositions,
  CALLS.readDailyChange,
  CALLS.readPortfolio,
] as const;

/** One position, with what the server tells of it pushed once. */
async function open() {
  invented.begin({ now: () => NOON, sold: ["AMD", "COIN", "CRM", "JPM", "NVDA"] });
  const read = async <View,>(path: string) =>
    (await secondWindow(invented).send("get", path)) as View;
  const [account, [position], day, portfolio] = await Promise.all([
    read<AccountView>(PATHS[0].path),
    read<readonly PositionView[]>(PATHS[1].path),
    read<DailyChangeView>(PATHS[2].path),
    read<PortfolioView>(PATHS[3].path),
  ]);
  const [row] = await read<readonly PricedPositionView[]>(CALLS.listPricedPositions.path);
  renderPage(<Page />, { at: "/portfolio" });
  await screen.findByRole("rowheader", { name: "AAPL" });
  await waitFor(() => expect(card("Total Value")).toContain("$"));
  await act(() => invented.debounced());
  act(() => SpokenStream.open.at(-1)!.connect());
  return { account, day, portfolio, position: position!, row: row! };
}

type Told = Omit<Awaited<ReturnType<typeof open>>, "row">;

const push = ({ account, day, portfolio, position }: Told) =>
  act(() => {
    const stream = SpokenStream.open.at(-1)!;
    stream.tell(PATHS[0].path, account);
    stream.tell(PATHS[1].path, [position]);
    stream.tell(PATHS[2].path, day);
    stream.tell(PATHS[3].path, portfolio);
  });

const tick = (price: number) =>
  act(async () => {
    takePrices({ AAPL: [price, NOON + 60_000] });
    await new Promise(requestAnimationFrame);
  });

/** As the server tells it once it has seen so much more in a share. */
const movedBy = ({ account, day, portfolio, position }: Told, rise: number): Told => {
  const moved = rise * position.shares;
  const equity = account.equity! + moved;
  const change = day.dailyChange! + moved;
  const since = day.change24h! + moved;
  return {
    account: { ...account, equity },
    day: {
      ...day,
      dailyChange: change,
      dailyChangePercent: (change / (equity - change)) * 100,
      change24h: since,
      change24hPercent: (since / (equity - since)) * 100,
    },
    portfolio: {
      ...portfolio,
      progressPct:
        Math.floor(
          ((equity - portfolio.startAmount!) / (portfolio.goalAmount - portfolio.startAmount!)) *
            10_000,
        ) / 100,
    },
    position: {
      ...position,
      currentPrice: position.currentPrice! + rise,
      marketValue: position.marketValue! + moved,
      unrealizedPL: position.unrealizedPL! + moved,
    },
  };
};

const card = (label: string) =>
  screen.getByRole("heading", { name: label }).parentElement!.querySelector("p")!.textContent;
const cells = () =>
  [...screen.getByRole("rowheader", { name: "AAPL" }).parentElement!.children].map(
    ({ textContent }) => textContent,
  );
const dollars = (text: string) => Number(text.replace("−", "-").replace(/[^\d.-]/g, ""));
const inTable = (heading: string) =>
  cells()[screen.getAllByRole("columnheader").findIndex((each) => each.textContent === heading)]!;

describe("the cards of the portfolio", () => {
  it("say of one position what its row says, at the same price", async () => {
    const told = await open();
    push(told);
    const value = dollars(card("Total Value"));
    const day = dollars(card("Day's Change"));
    const rise = -(told.position.unrealizedPL! / told.position.shares) - 3;
    await tick(told.position.currentPrice! + rise);

    const gain = inTable("Total Return").replace(/ \(.*/, "");
    expect(gain).toBe("▼−$60.00");
    expect(card("Total Return")).toBe(gain);
    expect(card("Total P&L")).toBe(gain);
    const moved = rise * told.position.shares;
    expect(dollars(card("Total Value"))).toBeCloseTo(value + moved, 1);
    expect(dollars(card("Day's Change"))).toBeCloseTo(day + moved, 1);
  });

  it("count nothing twice when the server tells what the price has moved", async () => {
    const told = await open();
    push(told);
    await tick(told.position.currentPrice! + 7);
    const before = ["Total Value", "Total Return", "Day's Change"].map(card);
    push(movedBy(told, 7));

    expect(["Total Value", "Total Return", "Day's Change"].map(card)).toEqual(before);
  });

  it("stay unknown where they were told to be", async () => {
    const told = await open();
    push({
      ...told,
      account: { ...told.account, equity: null },
      day: { ...told.day, dailyChange: null, dailyChangePercent: null, unknownBecause: "No." },
      position: { ...told.position, currentPrice: null, marketValue: null, unrealizedPL: null },
    });
    await tick(told.position.currentPrice! + 7);

    for (const label of ["Total Value", "Total Return", "Day's Change"])
      expect(card(label)).toBe("–");
  });

  it("know no gain of an account that its broker has not shown, where no position is told either", async () => {
    const { account } = await open();
    act(() => {
      const stream = SpokenStream.open.at(-1)!;
      stream.tell(PATHS[0].path, { ...account, equity: null, cash: null, availableCash: null });
      stream.tell(PATHS[1].path, []);
    });

    for (const label of ["Total Value", "Total Return", "Total P&L"]) expect(card(label)).toBe("–");
  });

  it("move no value that is asked for by itself", async () => {
    const told = await open();
    const value = card("Total Value");
    await tick(told.position.currentPrice! + 7);

    expect(card("Total Value")).toBe(value);
  });

  it("are covered at every price while values are hidden", async () => {
    const told = await open();
    push(told);
    act(() => hideValues(true));
    await tick(told.position.currentPrice! + 7);

    for (const label of ["Total Value", "Total Return", "Day's Change", "Total P&L"])
      expect(card(label)).not.toContain("$");
  });
});

/** Whole cards: figure, change and percent. */
const DASHBOARD = ["Portfolio Value", "Goal Progress", "24h Change", "7x Growth Challenge"];
const wholeCard = (label: string) => {
  const heading = screen.getByRole("heading", { name: label });
  return (heading.closest("section") ?? heading.parentElement!).textContent;
};

describe("the cards of the dashboard", () => {
  it("are as the server tells them at the price that the rows beside them show", async () => {
    const told = await open();
    push(told);
    const before = DASHBOARD.map(wholeCard);
    // Far enough that some of the way to the goal is behind.
    await tick(told.position.currentPrice! + 1_500);
    const moved = DASHBOARD.map(wholeCard);
    push(movedBy(told, 1_500));

    expect(moved).toEqual(DASHBOARD.map(wholeCard));
    for (const [index, text] of moved.entries()) expect(text).not.toBe(before[index]);
  });
});
