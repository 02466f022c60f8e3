import { priceText } from "../ui/figures.ts";
import type { RuleAtWork } from "./rule-at-work.ts";

const WIDTH = 400;
const HEIGHT = 120;

interface RuleChartProps {
  /** Oldest first, in dollars; the latest price at the end. */
  readonly prices: readonly number[];
  readonly rule: RuleAtWork;
}

/** The last hours' line between the high it fell from and the trigger it may fall to. */
export function RuleChart({ prices, rule: { high, trigger } }: RuleChartProps) {
  const low = Math.min(trigger, ...prices);
  const yOf = (price: number) => 8 + ((high - price) / (high - low || 1)) * (HEIGHT - 16);
  const step = WIDTH / Math.max(1, prices.length - 1);
  const path = prices.map(
    (price, index) =>
      `${index === 0 ? "M" : "L"}${(index * step).toFixed(1)} ${yOf(price).toFixed(1)}`,
  );
  return (
    <figure
      aria-label={`Prices of the last hours: the high is ${priceText(high)}, the trigger ${priceText(trigger)}`}
      className="relative mt-3"
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-32 w-full"
      >
        <Level y={yOf(high)} className="text-muted" />
        <Level y={yOf(trigger)} className="text-accent" isDashed />
        <path
          d={path.join("")}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
          className="text-ink"
        />
      </svg>
      {/* Over the level, where no price of the line can be: the newest one stays in sight. */}
      <Label top={(yOf(high) / HEIGHT) * 100} className="text-muted" isAbove>
        High {priceText(high)}
      </Label>
      <Label top={(yOf(trigger) / HEIGHT) * 100} className="text-accent" isAbove>
        Buy {priceText(trigger)}
      </Label>
    </figure>
  );
}

const Level = ({
  y,
  className,
  isDashed = false,
}: {
  readonly y: number;
  readonly className: string;
  readonly isDashed?: boolean;
}) => (
  <path
    d={`M0 ${y}H${WIDTH}`}
    stroke="currentColor"
    vectorEffect="non-scaling-stroke"
    className={className}
    {...(isDashed && { strokeDasharray: "4 4" })}
  />
);

const Label = ({
  top,
  className,
  isAbove = false,
  children,
}: {
  /** In percent of the height. */
  readonly top: number;
  readonly className: string;
  readonly isAbove?: boolean;
  readonly children: readonly string[] | string;
}) => (
  <figcaption
    aria-hidden="true"
    style={{ top: `${top}%` }}
    className={`figure absolute right-0 rounded-[4px] bg-surface px-1 text-xs font-medium ${isAbove ? "-mt-0.5 -translate-y-full" : ""} ${className}`}
  >
    {children}
  </figcaption>
);
