import { Badge } from "./badge.tsx";
import { ageText, momentText } from "./eastern-time.ts";
import { useServerNow } from "./use-server-now.ts";

/**
 * A demo account has the rights of a trial, but is gone days before the trial would be: the badge
 * stands beside the trial's days and says which of the two counts.
 */
export function DemoEndBadge({ at }: { readonly at: string }) {
  const left = Date.parse(at) - useServerNow(30_000);
  return (
    <span title={`${momentText(at)} ET`} className="inline-flex">
      <Badge tone="accent">Demo ends first, in {ageText(left)}</Badge>
    </span>
  );
}
