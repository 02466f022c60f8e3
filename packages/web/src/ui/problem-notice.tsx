import { CircleAlert } from "lucide-react";
import { wordsOf } from "../api/problem-error.ts";
import { lastReceived } from "../live/freshness.ts";
import { Button } from "./button.tsx";
import { ageText, clockText } from "./eastern-time.ts";
import { useNow } from "./use-now.ts";

interface ProblemNoticeProps {
  /** What failed: "Failed to load data". */
  readonly title: string;
  readonly problem: unknown;
  /** What still works. */
  readonly hint?: string;
  readonly onRetry: () => void;
}

/** In the place of a view that could not be loaded. */
export const ProblemNotice = ({ title, problem, hint, onRetry }: ProblemNoticeProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 p-4">
    <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-loss" />
    <div className="min-w-0 flex-1">
      <p className="font-medium">{title}</p>
      <p className="text-13 text-muted">
        {wordsOf(problem)} {hint}
      </p>
    </div>
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  </div>
);

interface StaleNoticeProps {
  readonly address: string;
  readonly onRetry: () => void;
}

/** Above a view whose latest refresh failed: the old figures stay and say how old they are. */
export function StaleNotice({ address, onRetry }: StaleNoticeProps) {
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-y border-amber/30 bg-amber-tint px-4 py-1.5 text-13 text-amber"
    >
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      <span className="figure flex-1">
        <AsOf address={address} />
      </span>
      <button type="button" className="font-medium underline underline-offset-2" onClick={onRetry}>
        Retry
      </button>
    </p>
  );
}

/** The same above all the cards of a page: a card by itself. */
export const StalePage = (props: StaleNoticeProps) => (
  <div className="mb-3 overflow-hidden rounded-card border border-amber/30 *:border-0 md:mb-4">
    <StaleNotice {...props} />
  </div>
);

/** The same in a card of one figure, which is as narrow as its figure: it goes on in the next line. */
export const StaleLine = ({ address, onRetry }: StaleNoticeProps) => (
  <p role="status" className="figure !whitespace-normal text-13 text-amber">
    <AsOf address={address} />{" "}
    <button type="button" className="font-medium underline underline-offset-2" onClick={onRetry}>
      Retry
    </button>
  </p>
);

function AsOf({ address }: Pick<StaleNoticeProps, "address">) {
  const now = useNow(1_000);
  const at = lastReceived(address);
  return at === undefined
    ? "Could not refresh"
    : `As of ${clockText(at)} ET (${ageText(now - at)} old)`;
}
