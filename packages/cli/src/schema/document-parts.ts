import { z } from "zod";

/** Pieces that several documents are made of. */

/** Lists of a document are not changed by whoever reads them. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();

export const NumberOrNull = z.number().nullable();
/** ISO 8601 in UTC. */
export const Time = z.iso.datetime();
export const Day = z.iso.date();
export const Month = z.string().regex(/^\d{4}-\d{2}$/);
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** The same program on the same inputs has the same id. */
export const RunId = z.string().regex(/^[0-9a-f]{12}$/);
export const Side = z.enum(["buy", "sell"]);
export const AxisValue = z.union([z.number(), z.string()]);

export const versioned = <Version extends number>(version: Version) => ({
  schemaVersion: z.literal(version),
  engineVersion: z.string(),
});

/** What a run was made by and of. */
export const madeOf = {
  inputsHash: Sha256,
  warnings: listOf(z.string()),
};

/** What is common to verdicts on luck. */
export const verdictOf = <Doubts extends readonly [string, ...string[]]>(doubts: Doubts) =>
  z.strictObject({
    label: z.enum(["noise", "holds up"]),
    doubts: listOf(z.enum(doubts)),
    because: listOf(z.string()),
    weakest: z.enum(doubts),
    sentence: z.string(),
  });
