import { CALLS } from "@sevenfold/contract/calls";
import type { AccountView } from "@sevenfold/contract/portfolio";
import { useEndpoint } from "../api/use-endpoint.ts";
import { useAccountNow, useChallengeNow, useDayNow } from "../equity/account-now.ts";
import { useGain } from "../equity/use-gain.ts";
import { Change, Covered, Money, Percent, RoundMoney } from "../ui/amounts.tsx";
import { changeText } from "../ui/figures.ts";
import { MetricCard, MetricGrid, MetricPair } from "../ui/metric-card.tsx";
import { isClosed } from "../worker/account-state.ts";

const useAccount = () => useEndpoint(CALLS.readAccount);

/** The four figures of the account. */
export const MetricCards = ({ className }: { readonly className: string }) => (
  <MetricGrid className={className}>
    <MetricPair>
      <PortfolioValue />
      <AvailableCash />
    </MetricPair>
    <MetricPair>
      <TotalGain />
      <GoalProgress />
    </MetricPair>
  </MetricGrid>
);

function PortfolioValue() {
  const { account, error, mutate } = useAccountNow();
  const { day } = useDayNow();
  return (
    <MetricCard
      label="Portfolio Value"
      isLoading={!account && !error}
      hasFailed={!account}
      staleAddress={error !== undefined && CALLS.readAccount.path}
      onRetry={() => void mutate()}
      value={<Money of={account?.equity} />}
    >
      {day && (
        <>
          {day.dailyChange !== null && (
            <>
              <Change percent={day.dailyChangePercent} />{" "}
            </>
          )}
          <span className="text-muted">
            <Covered
              text={changeText(day.dailyChange)}
              className={day.dailyChange === null ? "" : "max-sm:hidden"}
            />{" "}
            today
          </span>
          {/* From the morning on, so that the first trade moves nothing on the page. */}
          <span className="block">{tradesText(day.todayTradesCount)} today</span>
        </>
      )}
    </MetricCard>
  );
}

const tradesText = (count: number): string =>
  count === 0 ? "No trades" : `${count} ${count === 1 ? "trade" : "trades"}`;

function AvailableCash() {
  const { data: account, error, mutate } = useAccount();
  return (
    <MetricCard
      label="Available Cash"
      isLoading={!account && !error}
      hasFailed={!account}
      staleAddress={error !== undefined && CALLS.readAccount.path}
      onRetry={() => void mutate()}
      value={<Money of={account?.availableCash} />}
    >
      {account && investable(account)}
    </MetricCard>
  );
}

/** Ready only where it is known how much there is, and something can be bought with it. */
function investable({ availableCash, state }: AccountView): string {
  if (availableCash === null || isClosed(state)) return state.message ?? state.label;
  return 0 < availableCash ? "Ready to invest" : "Nothing is free to invest";
}

function TotalGain() {
  const { gain, positions, error, mutate } = useGain();
  const isNothingHeld = gain?.money !== undefined && positions?.length === 0;
  return (
    <MetricCard
      label="Total P&L"
      isLoading={!positions && !error}
      hasFailed={!positions}
      staleAddress={error !== undefined && CALLS.listPositions.path}
      onRetry={() => void mutate()}
      value={<Change money={gain?.money} />}
    >
      {isNothingHeld ? (
        "Unrealized: nothing is held"
      ) : (
        <>
          <Change percent={gain?.percent} /> unrealized
        </>
      )}
    </MetricCard>
  );
}

function GoalProgress() {
  const { portfolio, error, mutate } = useChallengeNow();
  return (
    <MetricCard
      label="Goal Progress"
      isLoading={!portfolio && !error}
      hasFailed={!portfolio}
      staleAddress={error !== undefined && CALLS.readPortfolio.path}
      onRetry={() => void mutate()}
      value={<Percent of={portfolio?.progressPct} />}
    >
      of <RoundMoney of={portfolio?.goalAmount ?? 700_000} />
    </MetricCard>
  );
}
