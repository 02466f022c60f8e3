import * as portfolio from "@sevenfold/contract/portfolio";
import type { Conflict } from "@sevenfold/contract/problem";
import * as settings from "@sevenfold/contract/settings";
import { stockOf } from "@sevenfold/domain/stocks";
import { type Answer, answer, Refusal } from "./answer.ts";
import { equityOf, positionsOf } from "./invented-positions.ts";
import type { InventedWorld } from "./invented-world.ts";

const START = 100_000;
const PREVIEW_DAYS = 252;

/** What the trader sets, and how far that has led. */
export const SETTINGS_ANSWERS: readonly Answer[] = [
  answer(settings.readTradingConfig, ({ config, enabled }) => ({
    ...config,
    enableAutomatedTrading: enabled,
  })),
  answer(settings.changeTradingConfig, (world, input) => {
    const { enableAutomatedTrading, version, ...wanted } = input;
    checkVersion(world.config, wanted, version);
    const after = { ...world.config, ...present(wanted) };
    if (after.strategyMode === "HYBRID" && after.buyDropPctMax < after.buyDropPct)
      throw new Refusal(400, {
        code: "entry-range-invalid",
        error: "The request is not valid",
        details: settings.ENTRY_RANGE_INVALID,
      });
    world.enabled = enableAutomatedTrading ?? world.enabled;
    world.settingsChanges = [
      {
        at: new Date(world.now()).toISOString(),
        changedBy: "you",
        changes: changesOf(world, wanted),
      },
      ...world.settingsChanges,
    ];
    store(world, { config: after });
    return { ...world.config, enableAutomatedTrading: world.enabled };
  }),
  answer(settings.listSettingsChanges, ({ settingsChanges }, { limit }) =>
    settingsChanges.slice(0, limit),
  ),
  answer(settings.previewSettings, (world) => ({
    from: "2024-11-21T14:30:00.000Z",
    to: "2025-11-20T21:00:00.000Z",
    symbols: world.watched.length,
    startEquity: START,
    proposed: runOf(1.9, 142),
    current: runOf(1.2, 97),
  })),
  answer(settings.readRisk, ({ risk }) => risk),
  answer(settings.changeRisk, (world, { version, ...wanted }) => {
    checkVersion(world.risk, wanted, version);
    store(world, { risk: { ...world.risk, ...present(wanted) } });
    return world.risk;
  }),
  answer(settings.readAutomatedSymbols, (world) => ({
    max: world.plan === "basic" ? 25 : null,
    tickers: automatedOf(world),
  })),
  answer(settings.chooseAutomatedSymbols, (world, { tickers, seen }) => {
    const stored = automatedOf(world);
    const named = tickers === "all" ? [] : tickers;
    if (seen !== undefined && seen.join() !== stored.join())
      throw clash([{ field: "tickers", stored: stored.join(", "), yours: named.join(", ") }]);
    world.automated = named;
    return { max: world.plan === "basic" ? 25 : null, tickers: automatedOf(world) };
  }),
  answer(portfolio.readPortfolio, portfolioOf),
  answer(portfolio.changeGoal, (world, { goalAmount, seen }) => {
    if (seen !== undefined && seen !== world.goalAmount)
      throw clash([
        { field: "goalAmount", stored: String(world.goalAmount), yours: String(goalAmount) },
      ]);
    if (goalAmount <= START)
      throw new Refusal(400, {
        code: "goal-not-above-start",
        error: "The request is not valid",
        details: "Goal must be above the start, $100,000.00.",
      });
    world.goalAmount = goalAmount;
    return portfolioOf(world);
  }),
  answer(portfolio.readGoalPerformance, performanceOf),
];

function portfolioOf(world: InventedWorld): portfolio.PortfolioView {
  return {
    id: "p1",
    name: "Default",
    goalAmount: world.goalAmount,
    startAmount: START,
    progressPct: progressOf(world),
    createdAt: "2025-11-20T14:00:00.000Z",
  };
}

const progressOf = (world: InventedWorld) =>
  Math.min(100, Math.max(0, ((equityOf(world) - START) / (world.goalAmount - START)) * 100));

function performanceOf(world: InventedWorld): portfolio.GoalPerformanceView {
  const rows = positionsOf(world).map((position, index) => {
    const realized = [820.5, -140.2, 96.4, 0, 310.75, 55.1][index] ?? 0;
    const unrealized = position.unrealizedPL ?? 0;
    return {
      ticker: position.ticker,
      companyName: stockOf(position.ticker)?.name ?? position.ticker,
      tradesCount: index + 1,
      shares: position.shares,
      currentPrice: position.currentPrice,
      avgCostBasis: position.avgCostBasis,
      realizedPL: realized,
      unrealizedPL: unrealized,
      totalPL: Math.round((realized + unrealized) * 100) / 100,
      totalPLPercent: Math.round(((realized + unrealized) / position.costBasis) * 10_000) / 100,
    };
  });
  const sum = (pick: (row: (typeof rows)[number]) => number) =>
    Math.round(rows.reduce((total, row) => total + pick(row), 0) * 100) / 100;
  return {
    goal: {
      start: START,
      current: equityOf(world),
      target: world.goalAmount,
      progressPct: progressOf(world),
    },
    totals: {
      totalTradesYTD: sum(({ tradesCount }) => tradesCount),
      ytdReturnPct: Math.round((equityOf(world) / START - 1) * 10_000) / 100,
      realizedPL: sum(({ realizedPL }) => realizedPL),
      unrealizedPL: sum(({ unrealizedPL }) => unrealizedPL),
    },
    tickers: rows.toSorted((one, other) => other.totalPL - one.totalPL),
  };
}

/** A curve that ends with so many percent, after so many trades. */
function runOf(gainPct: number, tradesCount: number) {
  const points = Array.from({ length: PREVIEW_DAYS }, (_, day) => ({
    at: new Date(Date.UTC(2024, 10, 21) + day * 125_000_000).toISOString(),
    equity:
      Math.round(
        START *
          (1 + ((gainPct / 100) * day) / (PREVIEW_DAYS - 1) + Math.sin(day / (8 + gainPct)) / 90) *
          100,
      ) / 100,
  }));
  return {
    returnPct: gainPct,
    maxDrawdownPct: 2.4,
    tradesCount,
    endEquity: points.at(-1)!.equity,
    points,
  };
}

const automatedOf = ({ automated, plan, watched }: InventedWorld) =>
  automated.length === 0 ? watched.slice(0, plan === "basic" ? 25 : 500) : automated;

const clash = (conflicts: readonly Conflict[]) =>
  new Refusal(409, {
    code: "changed-meanwhile",
    error: "Changed meanwhile",
    details: "Something else was saved since you read it, so nothing of yours was.",
    conflicts,
  });

function checkVersion(
  stored: { readonly version: number },
  wanted: object,
  version: number | undefined,
): void {
  if (version === undefined || version === stored.version) return;
  const now = new Map<string, unknown>(Object.entries(stored));
  const conflicts = Object.entries(wanted)
    .filter(([field, yours]) => now.get(field) !== yours)
    .map(([field, yours]) => ({ field, stored: String(now.get(field)), yours: String(yours) }));
  if (0 < conflicts.length) throw clash(conflicts);
}

/** Rules and limits are one row, with one version. */
function store(
  world: InventedWorld,
  { config = world.config, risk = world.risk }: Partial<Pick<InventedWorld, "config" | "risk">>,
): void {
  const version = world.config.version + 1;
  world.config = { ...config, version };
  world.risk = { ...risk, version };
}

function changesOf({ config }: InventedWorld, wanted: object) {
  const before = config as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(wanted)
    .filter(([field, value]) => value !== undefined && before[field] !== value)
    .map(([field, value]) => ({ field, before: String(before[field]), after: String(value) }));
}

/** Without what was left out. */
const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
