import { useStanding } from "../live/standing.ts";
import { classNames } from "../ui/class-names.ts";
import type { DataQuality } from "./watched-symbols.ts";

const LOOKS: Readonly<Record<DataQuality, readonly [className: string, words: string]>> = {
  live_data: ["bg-gain", "Live data"],
  price_only: ["bg-amber-fill", "Price only"],
  cached: ["bg-line-strong", "Cached"],
  no_data: ["border border-line-strong", "No data"],
};

interface QualityDotProps {
  readonly ticker: string;
  /** What the server makes of them. */
  readonly quality: DataQuality;
}

/** How good a symbol's figures are: never better than the price that is shown. */
export function QualityDot({ ticker, quality }: QualityDotProps) {
  const isLive = useStanding(ticker) === "live";
  const [className, words] = LOOKS[quality === "live_data" && !isLive ? "cached" : quality];
  return (
    <span title={words} className={classNames("size-2 shrink-0 rounded-full", className)}>
      <span className="sr-only">{words}</span>
    </span>
  );
}

export const QualityLegend = () => (
  <ul aria-label="Data quality" className="flex gap-3 text-xs text-muted">
    {(["live_data", "price_only", "cached"] as const).map((quality) => (
      <li key={quality} className="flex items-center gap-1.5">
        <span aria-hidden="true" className={classNames("size-2 rounded-full", LOOKS[quality][0])} />
        {LOOKS[quality][1]}
      </li>
    ))}
  </ul>
);
