import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { StatusRow } from "./status-row.tsx";

type Failover = WorkerStatusView["worker_health"]["market_data_failover"];
type Provider = Failover["api_health"][string];

const ROLES = ["Primary", "Secondary", "Backup"] as const;
const FAILURES_CRITICAL = 3;

/** Who gives the prices, and who would if they did not. */
export function FailoverCard({ status }: { readonly status: WorkerStatusView }) {
  const { api_health, overall_healthy } = status.worker_health.market_data_failover;
  const providers = Object.entries(api_health);
  const isAlone = providers.length === 1;
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
        {ROLES.map((role, index) => {
          const [name, provider] = providers[index] ?? [];
          return name === undefined || provider === undefined ? (
            <StatusRow key={role} name={role} tone="plain" word="Not set up">
              No provider
            </StatusRow>
          ) : (
            <ProviderRow key={role} role={role} name={name} provider={provider} />
          );
        })}
      </ul>
      {isAlone && (
        <p className="border-t border-line px-4 py-3 text-13 text-muted">
          {providers[0]?.[0]} is the only provider of this server: there is nothing to fail over to.
        </p>
      )}
    </Card>
  );
}

interface ProviderRowProps {
  readonly role: string;
  readonly name: string;
  readonly provider: Provider;
}

function ProviderRow({ role, name, provider }: ProviderRowProps) {
  const [tone, word] = healthOf(provider);
  const { consecutive_failures: failures, last_error } = provider;
  return (
    <StatusRow name={`${role}: ${name}`} tone={tone} word={word}>
      {failures} consecutive {failures === 1 ? "failure" : "failures"}, last error:{" "}
      {last_error ?? "none"}
    </StatusRow>
  );
}

function healthOf({ healthy, consecutive_failures }: Provider): readonly [Tone, string] {
  if (healthy) return ["gain", "Healthy"];
  return FAILURES_CRITICAL <= consecutive_failures ? ["loss", "Critical"] : ["amber", "Warning"];
}
