import { CALLS } from "@sevenfold/contract/calls";
import type { ProtectionView } from "@sevenfold/contract/portfolio";
import { ChevronDown, ShieldCheck, ShieldQuestionMark } from "lucide-react";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Shares } from "../ui/amounts.tsx";
import { useValuesHidden } from "../ui/appearance.ts";
import { Panel } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { ProblemNotice, StaleNotice } from "../ui/problem-notice.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";

/** What would still sell each position if every process of Sevenfold died now; nothing where nothing is held. */
export function ProtectionLine({ className = "" }: { readonly className?: string }) {
  const { data, error, mutate } = useEndpoint(CALLS.readProtection);
  const retry = () => void mutate();
  if (data === undefined)
    return error ? (
      <ProblemNotice title="Protection is not known" problem={error} onRetry={retry} />
    ) : null;
  if (data.positions.length === 0) return null;
  const only = data.positions.length === 1 ? data.positions[0] : undefined;
  return (
    <Panel className={classNames("min-w-0", className)}>
      {error && <StaleNotice address={CALLS.readProtection.path} onRetry={retry} />}
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2 text-13">
          <Shield view={data} />
          <span className="min-w-0 flex-1">
            <span className="text-muted">If everything dies now: </span>
            <Words of={only?.kind}>{data.says}</Words>
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <ProtectionList view={data} />
      </details>
    </Panel>
  );
}

interface OfView {
  readonly view: ProtectionView;
}

/** Whether all is protected; the words beside it say it too. */
function Shield({ view }: OfView) {
  const isWhole = view.positions.every(({ kind }) => kind === "stop");
  const Icon = isWhole ? ShieldCheck : ShieldQuestionMark;
  return (
    <Icon
      aria-hidden="true"
      className={`size-4 shrink-0 ${isWhole ? "text-accent" : "text-muted"}`}
    />
  );
}

const ProtectionList = ({ view }: OfView) => (
  <ScrollRegion
    label="What protects each position"
    className="max-h-72 border-t border-line px-4 py-3"
  >
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-13">
      {view.positions.map((position) => (
        <div key={position.ticker} className="contents">
          <dt className="font-semibold">
            {position.ticker} <Shares of={position.shares} className="font-normal text-muted" />
          </dt>
          <dd className="m-0 tabular-nums">
            <Words of={position.kind}>{position.says}</Words>
          </dd>
        </div>
      ))}
    </dl>
  </ScrollRegion>
);

type Kind = ProtectionView["positions"][number]["kind"];

/** What is said while the numbers of shares are covered. */
const WITHOUT_SHARES: Partial<Record<Kind, string>> = {
  stop: "A stop at the broker.",
  part: "A stop at the broker for some of the shares.",
};

function Words({ children, of }: { readonly of: Kind | undefined; readonly children: string }) {
  const isHidden = useValuesHidden();
  return (isHidden && of !== undefined && WITHOUT_SHARES[of]) || children;
}
