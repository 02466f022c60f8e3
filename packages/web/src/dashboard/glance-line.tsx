import type { GlanceView } from "@sevenfold/contract/market";
import { percentChangeText } from "../ui/figures.ts";
import { Sparkline } from "../ui/sparkline.tsx";

/** The closes of the last sessions, as a line and, for who cannot see it, in words. */
export function GlanceLine({ glance }: { readonly glance: GlanceView | undefined }) {
  const [first, last] = [glance?.closes[0], glance?.closes.at(-1)];
  if (glance === undefined || first === undefined || last === undefined)
    return <span className="block h-5 w-12" />;
  return (
    <>
      <Sparkline points={glance.closes} className="h-5 w-12 shrink-0" />
      <span className="sr-only">
        {percentChangeText((last / first - 1) * 100)} over {glance.closes.length} sessions
      </span>
    </>
  );
}
