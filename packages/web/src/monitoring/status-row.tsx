import type { ReactNode } from "react";
import { Badge, type Tone } from "../ui/badge.tsx";

interface StatusRowProps {
  readonly name: string;
  readonly tone: Tone;
  /** How it stands, in a word. */
  readonly word: string;
  /** More about it. */
  readonly children?: ReactNode;
}

/** A part of the system and how it stands. */
export const StatusRow = ({ name, tone, word, children }: StatusRowProps) => (
  <li className="flex min-h-11 items-center justify-between gap-4 border-t border-line px-4 py-2">
    <div className="min-w-0">
      <p>{name}</p>
      {children !== undefined && <p className="text-13 text-muted">{children}</p>}
    </div>
    <Badge tone={tone}>{word}</Badge>
  </li>
);

/** A name and its figure. */
export const FactRow = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) => (
  <div className="flex min-h-10 items-center justify-between gap-4 border-t border-line px-4 py-1.5">
    <dt className="text-muted">{name}</dt>
    <dd className="text-right">{children}</dd>
  </div>
);
