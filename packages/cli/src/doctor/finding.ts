/** What one look found. */
export interface Finding {
  /** What was looked at: "Database". */
  readonly check: string;
  /** "failed": something does not work. "warning": it works, and somebody should know. */
  readonly standing: "ok" | "warning" | "failed" | "skipped";
  /** How it stands, in a sentence without a secret. */
  readonly says: string;
  /** What to do about it; absent where nothing is to be done. */
  readonly todo?: string;
}

/** One of several looks, taken in order. Each answers for what it finds, and rejects for nothing. */
export interface Look {
  readonly check: string;
  look(): Promise<readonly Omit<Finding, "check">[]>;
}

const MARKS: Readonly<Record<Finding["standing"], string>> = {
  ok: "ok",
  warning: "warning",
  failed: "FAILED",
  skipped: "–",
};

/** "ok       Database: up to date" */
export const lineOf = ({ check, says, standing, todo }: Finding): string =>
  `${MARKS[standing].padEnd(8)} ${check}: ${says}${todo === undefined ? "" : ` → ${todo}`}\n`;

export const ok = (says: string) => ({ standing: "ok", says }) as const;
export const skipped = (says: string) => ({ standing: "skipped", says }) as const;
export const warning = (says: string, todo: string) =>
  ({ standing: "warning", says, todo }) as const;
export const failed = (says: string, todo: string) => ({ standing: "failed", says, todo }) as const;

/** Of anything thrown, its first line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
