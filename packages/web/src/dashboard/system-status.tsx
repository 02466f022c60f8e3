import { CALLS } from "@sevenfold/contract/calls";
import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { Link } from "react-router-dom";
import { HeldBack } from "../broker/held-back.tsx";
import { Dot, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ageText } from "../ui/eastern-time.ts";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useServerNow } from "../ui/use-server-now.ts";
import { isClosed, toneOfState } from "../worker/account-state.ts";
import { isHealthy, isOnline, useWorkerStatus } from "../worker/use-worker-status.ts";

interface StatusLine {
  readonly name: string;
  readonly tone: Tone;
  readonly words: string;
}

/** What runs and what holds it. */
export function SystemStatus({ className }: { readonly className: string }) {
  const { data: status, error, mutate } = useWorkerStatus();
  const now = useServerNow(1_000);
  const retry = () => void mutate();
  return (
    <Card
      title="System Status"
      className={className}
      isPadded={false}
      aside={
        <Link
          to="/monitoring"
          className="rounded-[5px] text-13 font-medium text-accent underline-offset-4 hover:underline"
        >
          Monitoring
        </Link>
      }
    >
      {status ? (
        <>
          {error && <StaleNotice address={CALLS.readWorkerStatus.path} onRetry={retry} />}
          <dl className="divide-y divide-line border-t border-line">
            {linesOf(status, now).map((line) => (
              <StatusRow key={line.name} line={line} />
            ))}
          </dl>
          <HeldBack reductions={status.reductions} />
          {status.message !== null && !isSaidAbove(status) && (
            <p className="border-t border-line px-4 py-3 text-13 text-muted">{status.message}</p>
          )}
        </>
      ) : error ? (
        <ProblemNotice title="Failed to load data" problem={error} onRetry={retry} />
      ) : (
        <SkeletonRows rows={6} what="the system's status" />
      )}
    </Card>
  );
}

/** The message is that of one of the reasons above. */
const isSaidAbove = ({ message, reductions }: WorkerStatusView): boolean =>
  reductions.some((reduction) => message?.startsWith(reduction.message));

const StatusRow = ({ line: { name, tone, words } }: { readonly line: StatusLine }) => (
  <div className="flex min-h-10 items-center justify-between gap-4 px-4 py-1.5">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="flex items-center gap-2 text-right text-balance">
      {words}
      <Dot tone={tone} />
    </dd>
  </div>
);

function linesOf(status: WorkerStatusView, now: number): readonly StatusLine[] {
  const { market_hours, risk } = status;
  return [
    workerLine(status, now),
    brokerLine(status),
    marketLine(status.market_data),
    {
      name: "Risk Limits",
      tone: risk.is_halted ? "amber" : "gain",
      words: risk.is_halted
        ? `Halted • Daily loss limit ${risk.daily_loss_percent}% reached`
        : `Max position ${risk.max_position_percent}% • Daily loss ${risk.daily_loss_percent}%`,
    },
    {
      name: "Strategy Config",
      tone: "plain",
      words: `${status.strategy_mode} • Cool-down ${Math.round(risk.cool_down_sec / 60)}m • After hours ${risk.allow_after_hours ? "on" : "off"}`,
    },
    {
      name: "Market Hours",
      tone: market_hours.is_open ? "gain" : "plain",
      words: market_hours.is_open
        ? `Open${market_hours.closes_in === null ? "" : ` • Closes in ${market_hours.closes_in}`}`
        : "Closed",
    },
  ];
}

function workerLine(status: WorkerStatusView, now: number): StatusLine {
  const name = "Trading Worker";
  if (!isOnline(status))
    return { name, tone: "amber", words: "Disconnected • Check worker process" };
  const ping = status.worker_health.last_ping;
  const age = ping === null ? "never" : `${ageText(now - Date.parse(ping))} ago`;
  return isHealthy(status, now)
    ? { name, tone: "gain", words: `Connected • Last ping ${age}` }
    : { name, tone: "amber", words: `Connected • Last ping ${age}, late` };
}

/** Who hears the broker is the worker: without one nobody knows. */
function brokerLine(status: WorkerStatusView): StatusLine {
  const { account_state, worker_health } = status;
  const name = "Brokerage";
  if (isClosed(account_state))
    return { name, tone: toneOfState(account_state), words: account_state.label };
  if (worker_health.alpaca_connected) return { name, tone: "gain", words: "Connected" };
  return isOnline(status)
    ? { name, tone: "amber", words: "Disconnected • Check API keys" }
    : { name, tone: "plain", words: "– • No worker hears it" };
}

/** No news is a fault only while there should be some. */
function marketLine({ state }: WorkerStatusView["market_data"]): StatusLine {
  const name = "Market Data";
  if (state === "live") return { name, tone: "gain", words: "Active • Live prices" };
  if (state === "shown") return { name, tone: "amber", words: "Active • Only shown" };
  return state === "cached"
    ? { name, tone: "amber", words: "Inactive • No data feed" }
    : { name, tone: "plain", words: "Quiet • The market is closed" };
}
