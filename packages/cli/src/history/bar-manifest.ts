import { z } from "zod";
import { ROWS_MAX } from "../bars/bar-rows.ts";

/** What the source of bars begins with that `data generate` has made. */
export const SIMULATED = "simulated market";

/** To what later splits and dividends the prices were adjusted. Never two of them in one series. */
export const BASES = ["raw", "split", "total", "unknown"] as const;
export type Basis = (typeof BASES)[number];

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 in hex");
const COLUMN_TYPES = ["int32", "uint32", "float64"] as const;

const numbers = {
  /** Value = base + unit × what is kept. */
  base: z.int(),
  unit: z.int().positive(),
  /** CRC-32 of the column's bytes. */
  crc32: z.int().min(0).max(0xffffffff),
};

const RowColumn = z.object({
  name: z.enum(["time", "open", "high", "low", "close", "volume"]),
  type: z.enum(COLUMN_TYPES),
  ...numbers,
});
/** A number for each row. */
export type RowColumn = z.infer<typeof RowColumn>;

const SideColumn = z.object({
  name: z.enum(["stretches", "steps"]),
  type: z.literal("uint32"),
  count: z.int().nonnegative().max(ROWS_MAX),
  ...numbers,
});
/**
 * As many numbers as it says: `stretches` in place of `time`, for each stretch of rows one unit apart
 * where it begins and how many they are; `steps`, the rows that open far from the close before them.
 */
export type SideColumn = z.infer<typeof SideColumn>;

const Column = z.discriminatedUnion("name", [RowColumn, SideColumn]);
export type StoredColumn = z.infer<typeof Column>;

/** The formats that are read, and the version that stands in their files of columns. */
export const FORMATS = { "sevenfold-bars-1": 1, "sevenfold-bars-2": 2 } as const;
export const FORMAT = "sevenfold-bars-2";

const Source = z.object({
  /** A file's name, a provider, or a seed. */
  from: z.string(),
  sha256: Sha256.optional(),
  rows: z.int().positive(),
  addedAt: z.iso.datetime(),
});
export type BarSource = z.infer<typeof Source>;

/** What stands beside a file of columns: what is in it, where it is from, and its checksums. */
export const BarManifest = z.object({
  format: z.enum(Object.keys(FORMATS) as (keyof typeof FORMATS)[]),
  symbol: z.string().min(1).max(8),
  /** "1d" bars are dated; others begin at instants. */
  interval: z.string().regex(/^\d+[smhd]$/),
  rows: z.int().positive().max(ROWS_MAX),
  /** The first and the last row: a date, or an instant in UTC. */
  first: z.string(),
  last: z.string(),
  basis: z.enum(BASES),
  sources: z.array(Source).min(1).max(10_000),
  /** Beside this file. */
  file: z.string().regex(/^[A-Za-z0-9.]+\.[0-9a-f]{16}\.bars$/, "a file of columns beside it"),
  sha256: Sha256,
  columns: z.array(Column).min(5).max(7),
});
export type BarManifest = z.infer<typeof BarManifest>;

const MANIFEST = /^([A-Z][A-Z.]{0,7})\.(\d+[smhd])\.bars\.json$/;

/** "ORCL.1d.bars.json" is of ORCL's days; undefined for the name of anything else. */
export function manifestNamed(
  file: string,
): { readonly symbol: string; readonly interval: string } | undefined {
  const [, symbol, interval] = MANIFEST.exec(file) ?? [];
  return symbol === undefined || interval === undefined ? undefined : { symbol, interval };
}

export const manifestName = (symbol: string, interval: string): string =>
  `${symbol}.${interval}.bars.json`;

const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const;

/** "5m" for five minutes; days are "1d". */
export function intervalOf(ms: number): string {
  for (const [letter, unit] of Object.entries(UNITS))
    if (ms % unit === 0) return `${ms / unit}${letter}`;
  return `${Math.max(1, Math.round(ms / 1_000))}s`;
}

export const intervalMsOf = (interval: string): number =>
  Number(interval.slice(0, -1)) * UNITS[interval.slice(-1) as keyof typeof UNITS];
