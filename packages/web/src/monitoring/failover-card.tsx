import type { WorkerStatusView } from "@sevenfold/contract/worker";
import type { ReactNode } from "react";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { momentText } from "../ui/eastern-time.ts";
import { StatusRow } from "./status-row.tsx";

type Failover = WorkerStatusView["worker_health"]["market_data_failover"];
type Provider = Failover["api_health"][string];

const ROLES = [
  ["primary", "Primary"],
  ["secondary", "Secondary"],
  ["backup", "Backup"],
] as const;

/** Who gives the prices, and who would if they did not. */
export function FailoverCard({ status }: { readonly status: WorkerStatusView }) {
  const { api_health, overall_healthy } = status.worker_health.market_data_failover;
  const providers = Object.entries(api_health);
  return (
    <Card
      title="Market Data Failover"
      isPadded={false}
      aside={
        <Badge tone={overall_healthy ? "gain" : "amber"}>
          {overall_healthy ? "Healthy" : "Needs a look"}
        </Badge>
      }
    >
      <ul>
        {ROLES.flatMap(([role, word]) => {
          const ofRole = providers.filter(([, provider]) => provider.role === role);
          if (ofRole.length === 0)
            return [
              <StatusRow key={role} name={word} tone="plain" word="Not set up">
                No provider
              </StatusRow>,
            ];
          return ofRole.map(([name, provider]) => (
            <ProviderRow key={name} role={word} name={name} provider={provider} />
          ));
        })}
      </ul>
      <Remarks status={status} />
    </Card>
  );
}

interface ProviderRowProps {
  readonly role: string;
  readonly name: string;
  readonly provider: Provider;
}

function ProviderRow({ role, name, provider }: ProviderRowProps) {
  const [tone, word] = HEALTH[provider.state];
  const { consecutive_failures: failures, in_use, label, last_error } = provider;
  return (
    <StatusRow name={`${role}: ${name}`} tone={tone} word={word}>
      {in_use && "In use. "}
      {label !== null && `${label}. `}
      {failures} consecutive {failures === 1 ? "failure" : "failures"}, last error:{" "}
      {last_error ?? "none"}
    </StatusRow>
  );
}

const HEALTH: Readonly<Record<Provider["state"], readonly [Tone, string]>> = {
  healthy: ["gain", "Healthy"],
  warning: ["amber", "Warning"],
  critical: ["loss", "Critical"],
  standby: ["plain", "Standby"],
};

/** What is to be known beside the providers' health. */
function Remarks({ status }: { readonly status: WorkerStatusView }) {
  const { disputed, halts, halts_unheard, served_less } = status.market_data;
  const { api_health, no_switch_until } = status.worker_health.market_data_failover;
  const names = Object.keys(api_health);
  return (
    <>
      {names.length === 0 && (
        <Remark>
          No provider of real prices is set up: no automated and no market order goes there.
        </Remark>
      )}
      {names.length === 1 && (
        <Remark>
          {names[0]} is the only provider of this market: there is nothing to fail over to.
        </Remark>
      )}
      {no_switch_until !== null && (
        <Remark>
          Switched six times within an hour: no further switch before {momentText(no_switch_until)}{" "}
          ET.
        </Remark>
      )}
      {served_less !== null && (
        <Remark>
          {served_less.message}{" "}
          {0 < served_less.polled.length &&
            `Asked for every ${served_less.polled_every_sec} s: ${listOf(served_less.polled)}. `}
          {0 < served_less.unserved.length && `Not followed: ${listOf(served_less.unserved)}.`}
        </Remark>
      )}
      {0 < disputed.length && (
        <Remark>Two providers disagree about {listOf(disputed)}: nothing is bought there.</Remark>
      )}
      {0 < halts.length && (
        <Remark>
          Halted by their exchange: {listOf(halts.map(haltText))}. Nothing is ordered there by rule
          until they trade again and a new quote is there.
        </Remark>
      )}
      {halts_unheard !== null && (
        <Remark>{halts_unheard} A symbol that prints nothing is not traded all the same.</Remark>
      )}
    </>
  );
}

type Halt = WorkerStatusView["market_data"]["halts"][number];

const haltText = ({ because, resumed, since, symbol }: Halt): string =>
  resumed === null
    ? `${symbol} since ${momentText(since)} ET (${because})`
    : `${symbol} until ${momentText(resumed)} ET (${because}), its quote is awaited`;

const NAMED_MAX = 12;

const listOf = (tickers: readonly string[]): string =>
  tickers.length <= NAMED_MAX
    ? tickers.join(", ")
    : `${tickers.slice(0, NAMED_MAX).join(", ")} and ${tickers.length - NAMED_MAX} more`;

const Remark = ({ children }: { readonly children: ReactNode }) => (
  <p className="border-t border-line px-4 py-3 text-13 text-muted">{children}</p>
);
