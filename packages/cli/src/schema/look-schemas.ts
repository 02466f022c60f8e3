import { z } from "zod";
import { BarManifest } from "../history/bar-manifest.ts";
import { OrderView } from "./backtest-schema.ts";
import { listOf, Time, versioned } from "./document-parts.ts";

/** What `sevenfold lookahead --json` prints. */
export const LookaheadDocument = z.strictObject({
  ...versioned(1),
  warnings: listOf(z.string()),
  cuts: z.number(),
  decisions: z.number(),
  leak: z
    .strictObject({
      cut: Time,
      withFuture: OrderView.nullable(),
      withoutFuture: OrderView.nullable(),
    })
    .nullable(),
  /** The file of the strategy that decided; null: the built-in rule did. */
  strategy: z.string().nullable(),
  /** What a strategy decided otherwise when it was run again: it remembers a run before. */
  memory: z.strictObject({ first: OrderView.nullable(), again: OrderView.nullable() }).nullable(),
});
export type LookaheadDocument = z.infer<typeof LookaheadDocument>;

/** What `sevenfold data list --json` prints. */
export const DataListDocument = z.strictObject({
  schemaVersion: z.literal(1),
  folder: z.string(),
  bars: listOf(BarManifest),
  /** Manifests that cannot be read: why, and what to do. */
  damaged: listOf(z.strictObject({ file: z.string(), what: z.string() })),
});
export type DataListDocument = z.infer<typeof DataListDocument>;

const VerifyFinding = z.strictObject({
  kind: z.enum(["bad row", "gap", "wrong session", "jump", "damaged"]),
  file: z.string(),
  symbol: z.string().optional(),
  /** Counted from 1; the line, where the file is a text. */
  row: z.number().optional(),
  what: z.string(),
});
export type VerifyFinding = z.infer<typeof VerifyFinding>;

/** What `sevenfold data verify --json` prints. */
export const DataVerifyDocument = z.strictObject({
  schemaVersion: z.literal(1),
  files: listOf(
    z.strictObject({ file: z.string(), rows: z.number(), findings: listOf(VerifyFinding) }),
  ),
});
export type DataVerifyDocument = z.infer<typeof DataVerifyDocument>;

/** What `sevenfold doctor --json` prints. */
export const DoctorDocument = z.strictObject({
  schemaVersion: z.literal(1),
  ok: z.boolean(),
  findings: listOf(
    z.strictObject({
      check: z.string(),
      standing: z.enum(["ok", "warning", "failed", "skipped"]),
      says: z.string(),
      todo: z.string().optional(),
    }),
  ),
});
export type DoctorDocument = z.infer<typeof DoctorDocument>;
