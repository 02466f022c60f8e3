/** The look of an input. */
export const INPUT =
  "h-10 rounded-control border border-line-strong bg-raised px-3 text-sm text-ink placeholder:text-muted transition-colors hover:border-muted aria-invalid:border-loss disabled:opacity-55";
