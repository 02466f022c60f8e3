// prettier-ignore
const STROKES = [
  [3, 24, 4],
  [7, 23, 5],
  [11, 21, 7],
  [15, 18, 10],
  [19, 14, 14],
  [23, 10, 18],
  [27, 5, 23],
] as const;

/** The glyph: seven rising strokes, in the colour of the text around it. */
export const Glyph = ({ className = "size-6" }: { readonly className?: string }) => (
  <svg viewBox="0 0 32 32" className={className} fill="currentColor" aria-hidden="true">
    {STROKES.map(([x, y, height]) => (
      <rect key={x} x={x - 0.1} y={y} width={2.4} height={height} rx={1.2} />
    ))}
  </svg>
);

export const Wordmark = () => (
  <span className="flex items-center gap-2 text-ink">
    <Glyph className="size-6 text-accent" />
    <span className="text-base font-semibold tracking-[-0.02em]">Sevenfold</span>
  </span>
);
