import type { SymbolStateView } from "@sevenfold/contract/worker";

/** The bar pattern that stands at a symbol, and how many more. It describes; it predicts nothing. */
export function PatternNote({ patterns }: Pick<SymbolStateView, "patterns">) {
  const [first] = patterns;
  if (first === undefined) return null;
  return (
    <span
      title={patterns.map(({ label, interval }) => `${label} (${interval} bars)`).join(", ")}
      className="block max-w-24 truncate text-xs text-muted"
    >
      <span
        aria-hidden="true"
        data-dot="amber"
        className="mr-1.5 inline-block size-1.5 rounded-full bg-amber align-[0.1em]"
      />
      {first.label}
      {1 < patterns.length && ` +${patterns.length - 1}`}
    </span>
  );
}
