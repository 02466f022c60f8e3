import { CALLS } from "@sevenfold/contract/calls";
import type { AccountView, DailyChangeView, PortfolioView } from "@sevenfold/contract/portfolio";
import { progressOf } from "@sevenfold/domain/goal";
import { BPS_PER_ONE, money } from "@sevenfold/domain/money";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useIsPushed } from "../live/connection.ts";
import { useMoved } from "./use-moved.ts";

const UNITS_PER_DOLLAR = 10_000;

/** The account with its equity at the newest prices known, as the positions beside it show them. */
export function useAccountNow() {
  const { data: told, error, mutate } = useEndpoint(CALLS.readAccount);
  const moved = useMovedSincePush();
  return { account: told && accountAt(told, moved), error, mutate };
}

/** The day's change and that of 24 hours at the newest prices known. */
export function useDayNow() {
  const { data: told, error, mutate } = useEndpoint(CALLS.readDailyChange);
  const { data: account } = useEndpoint(CALLS.readAccount);
  const moved = useMovedSincePush();
  return { day: told && dayAt(told, account?.equity ?? null, moved), error, mutate };
}

/** The challenge with the part of the way that is behind at the newest prices known. */
export function useChallengeNow() {
  const { data: told, error, mutate } = useEndpoint(CALLS.readPortfolio);
  const { data: account } = useEndpoint(CALLS.readAccount);
  const moved = useMovedSincePush();
  return { portfolio: told && portfolioAt(told, account?.equity ?? null, moved), error, mutate };
}

/**
 * What the holdings have moved since they were told with one push, and so by the same prices as the
 * account, its day and its way to the goal. Nothing where each is asked for by itself: nobody can say
 * what the others have moved since.
 */
function useMovedSincePush(): number {
  const { data: positions } = useEndpoint(CALLS.listPositions);
  const moved = useMoved(positions);
  const isAccount = useIsPushed(CALLS.readAccount.path);
  const isDay = useIsPushed(CALLS.readDailyChange.path);
  const arePositions = useIsPushed(CALLS.listPositions.path);
  return isAccount && isDay && arePositions ? moved : 0;
}

const accountAt = (told: AccountView, moved: number): AccountView =>
  told.equity === null || moved === 0 ? told : { ...told, equity: told.equity + moved };

function dayAt(told: DailyChangeView, equity: number | null, moved: number): DailyChangeView {
  if (equity === null || moved === 0) return told;
  const today = changeAt(told.dailyChange, equity, moved);
  const since = changeAt(told.change24h, equity, moved);
  return {
    ...told,
    dailyChange: today.change,
    dailyChangePercent: today.percent,
    change24h: since.change,
    change24hPercent: since.percent,
  };
}

/** A change by what has moved since it was told; its percent is of the equity it is measured from. */
function changeAt(told: number | null, equity: number, moved: number) {
  if (told === null) return { change: null, percent: null };
  const from = equity - told;
  const change = told + moved;
  return { change, percent: 0 < from ? (change / from) * 100 : null };
}

function portfolioAt(told: PortfolioView, equity: number | null, moved: number): PortfolioView {
  const { goalAmount, startAmount } = told;
  if (equity === null || startAmount === null || moved === 0) return told;
  const [now, start, goal] = [equity + moved, startAmount, goalAmount].map(unitsOf);
  return { ...told, progressPct: (progressOf(now!, start!, goal!) / BPS_PER_ONE) * 100 };
}

const unitsOf = (dollars: number) => money(Math.round(dollars * UNITS_PER_DOLLAR));
