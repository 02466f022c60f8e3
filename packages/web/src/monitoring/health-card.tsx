import type { WorkerStatusView } from "@sevenfold/contract/worker";
import { type Readiness, useReadiness } from "../api/use-readiness.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { ageText } from "../ui/eastern-time.ts";
import { useServerNow } from "../ui/use-server-now.ts";
import { isHealthy, isOnline } from "../worker/use-worker-status.ts";
import { StatusRow } from "./status-row.tsx";

interface Part {
  readonly name: string;
  readonly tone: Tone;
  readonly word: string;
  readonly words: string;
}

/** The four parts everything else needs. */
export function HealthCard({ status }: { readonly status: WorkerStatusView | undefined }) {
  const { data: readiness } = useReadiness();
  const now = useServerNow(1_000);
  const parts = [
    workerPart(status, now),
    marketPart(status, readiness),
    databasePart(readiness),
    serverPart(readiness),
  ];
  const isWhole = parts.every(({ tone }) => tone === "gain");
  const isWrong = parts.some(({ tone }) => tone === "amber");
  return (
    <Card
      title="Overall System Health"
      isPadded={false}
      aside={
        <Badge tone={isWhole ? "gain" : isWrong ? "amber" : "plain"}>
          {isWhole ? "Healthy" : isWrong ? "Needs a look" : "Checking"}
        </Badge>
      }
    >
      <ul>
        {parts.map(({ name, tone, word, words }) => (
          <StatusRow key={name} name={name} tone={tone} word={word}>
            {words}
          </StatusRow>
        ))}
      </ul>
    </Card>
  );
}

const unknown = (name: string): Part => ({ name, tone: "plain", word: "Unknown", words: "–" });

function workerPart(status: WorkerStatusView | undefined, now: number): Part {
  const name = "Trading System";
  if (status === undefined) return unknown(name);
  if (!isOnline(status))
    return { name, tone: "amber", word: "Offline", words: "Disconnected • Check worker process" };
  const ping = status.worker_health.last_ping;
  const words =
    ping === null ? "Never heard of" : `Last ping ${ageText(now - Date.parse(ping))} ago`;
  return isHealthy(status, now)
    ? { name, tone: "gain", word: "Healthy", words }
    : { name, tone: "amber", word: "Late", words };
}

function marketPart(status: WorkerStatusView | undefined, readiness: Readiness | undefined): Part {
  const name = "Market Data";
  // Whether prices still come in, only the server could say.
  if (status === undefined || readiness?.isAnswering === false) return unknown(name);
  const { message, state } = status.market_data;
  if (state === "live") return { name, tone: "gain", word: "Healthy", words: "Prices come in" };
  if (state === "shown")
    return { name, tone: "amber", word: "Late", words: message ?? "Only shown" };
  return state === "cached"
    ? { name, tone: "amber", word: "Inactive", words: message ?? "Inactive • No data feed" }
    : { name, tone: "gain", word: "Quiet", words: "The market is closed" };
}

function databasePart(readiness: Readiness | undefined): Part {
  const name = "Database";
  if (readiness?.isStored === undefined) return unknown(name);
  return readiness.isStored
    ? { name, tone: "gain", word: "Healthy", words: "Answers" }
    : { name, tone: "amber", word: "Not answering", words: "Nothing can be stored or read" };
}

function serverPart(readiness: Readiness | undefined): Part {
  const name = "API Server";
  if (readiness === undefined) return unknown(name);
  return readiness.isAnswering
    ? { name, tone: "gain", word: "Healthy", words: "Answers" }
    : { name, tone: "amber", word: "Not answering", words: "Figures here are the last ones heard" };
}
