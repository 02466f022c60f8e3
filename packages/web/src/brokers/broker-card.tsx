import type { BrokerView } from "@sevenfold/contract/brokers";
import { useId } from "react";
import { HeldBack } from "../broker/held-back.tsx";
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
          <p className="text-13 text-muted">{broker.providerName}</p>
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
      {broker.strategy !== null && <OwnStrategy strategy={broker.strategy} />}
      <BrokerFacts broker={broker} />
      {!isFixed && <BrokerActions broker={broker} />}
    </li>
  );
}

/** Characters of a hash that tell files apart. */
const HASH_SHOWN = 12;

/** Who trades the account in the built-in rule's place: the rule's settings say nothing of it. */
function OwnStrategy({ strategy }: { readonly strategy: NonNullable<BrokerView["strategy"]> }) {
  const set = Object.entries(strategy.parameters).map(([name, value]) => `${name} ${value}`);
  return (
    <p className="border-t border-line px-4 py-2 text-13">
      Traded by <strong className="wrap-anywhere">{strategy.name}</strong>
      {set.length === 0 ? "" : ` (${set.join(", ")})`}, not by the built-in rule. SHA-256{" "}
      <span className="figure" title={strategy.sha256}>
        {strategy.sha256.slice(0, HASH_SHOWN)}…
      </span>
    </p>
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
