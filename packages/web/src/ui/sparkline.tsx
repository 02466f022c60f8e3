import { classNames } from "./class-names.ts";

const WIDTH = 96;
const HEIGHT = 24;

/** A line of the last prices, without colour: the change beside it counts from another moment. */
export function Sparkline({
  points,
  className,
}: {
  readonly points: readonly number[];
  readonly className?: string;
}) {
  return (
    <svg
      aria-hidden="true"
      preserveAspectRatio="none"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className={classNames("text-muted", className)}
    >
      <path
        d={pathThrough(points)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

function pathThrough(points: readonly number[]): string {
  if (points.length < 2) return `M0 ${HEIGHT / 2}H${WIDTH}`;
  const low = Math.min(...points);
  const span = Math.max(...points) - low || 1;
  const step = WIDTH / (points.length - 1);
  return points
    .map((point, index) => {
      const y = HEIGHT - 2 - ((point - low) / span) * (HEIGHT - 4);
      return `${index === 0 ? "M" : "L"}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}
