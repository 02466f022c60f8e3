import { useStanding } from "../live/standing.ts";
import { classNames } from "../ui/class-names.ts";
import type { DataQuality } from "./watched-symbols.ts";

interface Look {
  readonly className: string;
  readonly words: string;
  /** The shape it has in forced colours. */
  readonly dot: "gain" | "amber" | "plain" | "none";
}

const LOOKS: Readonly<Record<DataQuality, Look>> = {
  live_data: { className: "bg-gain", words: "Live data", dot: "gain" },
  price_only: { className: "bg-amber-fill", words: "Price only", dot: "amber" },
  cached: { className: "bg-line-strong", words: "Cached", dot: "plain" },
  no_data: { className: "border border-line-strong", words: "No data", dot: "none" },
};

interface OfSymbol {
  readonly ticker: string;
  /** What the server makes of its figures. */
  readonly quality: DataQuality;
}

/** Never better than the price that is shown. */
function useShownQuality({ ticker, quality }: OfSymbol): DataQuality {
  const isLive = useStanding(ticker) === "live";
  return quality === "live_data" && !isLive ? "cached" : quality;
}

/** How good a symbol's figures are. Who cannot see it is told by `QualityWords`. */
export const QualityDot = (of: OfSymbol) => <Dot quality={useShownQuality(of)} />;

/** The dot's meaning, to stand after the symbol: a row is known by its symbol first. */
export const QualityWords = (of: OfSymbol) => (
  <span className="sr-only">, {LOOKS[useShownQuality(of)].words}</span>
);

function Dot({ quality }: { readonly quality: DataQuality }) {
  const { className, dot, words } = LOOKS[quality];
  return (
    <span
      aria-hidden="true"
      title={words}
      data-dot={dot}
      className={classNames("size-2 shrink-0 rounded-full", className)}
    />
  );
}

export const QualityLegend = () => (
  <ul aria-label="Data quality" className="flex gap-3 text-xs text-muted">
    {(["live_data", "price_only", "cached"] as const).map((quality) => (
      <li key={quality} className="flex items-center gap-1.5">
        <Dot quality={quality} />
        {LOOKS[quality].words}
      </li>
    ))}
  </ul>
);
