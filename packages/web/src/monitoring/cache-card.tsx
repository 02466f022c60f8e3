import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { sharesText } from "../ui/figures.ts";
import { FactRow } from "./status-row.tsx";

/** The last prices, for a time without newer ones. */
export function CacheCard({ status }: { readonly status: WorkerStatusView }) {
  const { cache_size, overall_healthy } = status.worker_health.market_data_failover;
  return (
    <Card
      title="Emergency Cache"
      isPadded={false}
      aside={
        <Badge tone={overall_healthy ? "plain" : "amber"}>
          {overall_healthy ? "Not in use" : "In use"}
        </Badge>
      }
    >
      <dl>
        <FactRow name="Prices kept">
          <span className="figure">{sharesText(cache_size)}</span>
        </FactRow>
        <FactRow name="Time to live">5 minutes</FactRow>
      </dl>
      <p className="border-t border-line px-4 py-3 text-13 text-muted">
        Of the last five minutes. Shown with their age while no provider answers, as older ones are;
        nothing is ever traded on them.
      </p>
    </Card>
  );
}
