import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const TONES = {
  plain: "border-line text-muted bg-raised",
  accent: "border-accent/40 text-accent bg-accent-tint",
  gain: "border-gain/40 text-gain bg-gain/8",
  loss: "border-loss/40 text-loss bg-loss/8",
  amber: "border-amber/40 text-amber bg-amber-tint",
} as const;
export type Tone = keyof typeof TONES;

/** A word in a frame. */
export const Badge = ({
  tone = "plain",
  className,
  children,
}: {
  readonly tone?: Tone;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <span
    className={classNames(
      "inline-flex h-5 items-center gap-1 rounded-[5px] border px-1.5 text-xs font-medium whitespace-nowrap",
      TONES[tone],
      className,
    )}
  >
    {children}
  </span>
);

const DOTS = {
  plain: "bg-line-strong",
  accent: "bg-accent",
  gain: "bg-gain",
  loss: "bg-loss",
  amber: "bg-amber-fill",
} as const;

/** A dot beside a word that says the same. */
export const Dot = ({ tone = "plain" }: { readonly tone?: Tone }) => (
  <span
    aria-hidden="true"
    data-dot={tone}
    className={classNames("inline-block size-2 shrink-0 rounded-full", DOTS[tone])}
  />
);
