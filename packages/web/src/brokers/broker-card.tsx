import type { BrokerView } from "@sevenfold/contract/brokers";
import { useId } from "react";
import { HeldBack } from "../broker/held-back.tsx";
import { PROVIDERS } from "../broker/providers.ts";
import { Money } from "../ui/amounts.tsx";
import { Badge, type Tone } from "../ui/badge.tsx";
import { classNames } from "../ui/class-names.ts";
import { dayText, momentText } from "../ui/eastern-time.ts";
import { UNKNOWN } from "../ui/figures.ts";
import { toneOfState } from "../worker/account-state.ts";
import { BrokerActions } from "./broker-actions.tsx";

const VENUES = {
  "built-in": ["plain", "Built-in exchange"],
  paper: ["accent", "Paper"],
  live: ["amber", "Live: real money"],
} as const satisfies Record<BrokerView["venue"], readonly [Tone, string]>;

interface BrokerCardProps {
  readonly broker: BrokerView;
  /** The demo's own: nothing can be done with it. */
  readonly isFixed: boolean;
}

/** One broker account, and what can be done with it. */
export function BrokerCard({ broker, isFixed }: BrokerCardProps) {
  const id = useId();
  const [venueTone, venue] = VENUES[broker.venue];
  return (
    <li
      aria-labelledby={id}
      className={classNames(
        "flex min-w-0 flex-col rounded-card border bg-surface",
        broker.isSelected ? "border-accent ring-1 ring-accent" : "border-line",
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-2 p-4 pb-3">
        <div className="min-w-0">
          <h2 id={id} className="text-base wrap-anywhere">
            {broker.accountLabel}
          </h2>
          <p className="text-13 text-muted">{PROVIDERS[broker.provider].name}</p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {broker.isSelected && <Badge tone="accent">In use</Badge>}
          <Badge tone={venueTone}>{venue}</Badge>
          <Badge tone={toneOfState(broker.state)}>{broker.state.label}</Badge>
        </div>
      </div>
      {broker.message !== null && (
        <p className="border-y border-amber/30 bg-amber-tint px-4 py-2 text-13 text-amber">
          {broker.message}
        </p>
      )}
      <HeldBack reductions={broker.reductions} />
      <BrokerFacts broker={broker} />
      {!isFixed && <BrokerActions broker={broker} />}
    </li>
  );
}

const BrokerFacts = ({ broker }: { readonly broker: BrokerView }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-3 px-4 pt-3 pb-4 text-13 sm:grid-cols-4 [&_dt]:text-xs [&_dt]:text-muted">
    <div>
      <dt>Equity</dt>
      <dd className="font-medium">
        <Money of={broker.equity} />
      </dd>
    </div>
    <div>
      <dt>API key</dt>
      <dd className="figure">…{broker.apiKeyEnding || UNKNOWN}</dd>
    </div>
    <div>
      <dt>Last checked (ET)</dt>
      <dd className="figure">
        {broker.lastValidatedAt === null ? UNKNOWN : momentText(broker.lastValidatedAt)}
      </dd>
    </div>
    {broker.authorisedUntil !== null && (
      <div>
        <dt>Authorised until (ET)</dt>
        <dd className="figure">{momentText(broker.authorisedUntil)}</dd>
      </div>
    )}
    <div>
      <dt>Connected</dt>
      <dd className="figure">{dayText(broker.createdAt)}</dd>
    </div>
  </dl>
);
