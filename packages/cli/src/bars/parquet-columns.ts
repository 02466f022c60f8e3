import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import type { SchemaElement } from "hyparquet";
import { inputFailure } from "../failure.ts";

/** A column of a Parquet file with what its type says of the values. */
export interface ParquetColumn {
  readonly name: string;
  readonly kind: ParquetKind;
  readonly values: readonly unknown[];
}

export type ParquetKind =
  | { readonly name: "plain" | "float16" | "float32" }
  | { readonly name: "decimal"; readonly scale: number }
  /** A timestamp without a zone. */
  | { readonly name: "wall clock" }
  /** An INT96, which some programs write in UTC and others by the wall clock. */
  | { readonly name: "either clock" }
  | { readonly name: "time of day"; readonly perSecond: number };

/** Reads every column of a Parquet file. Throws a `Failure` where it is none. */
export async function parquetColumnsOf(
  path: string,
  bytes: Buffer,
): Promise<readonly ParquetColumn[]> {
  // The reader is for this format alone: other runs do not wait for it.
  const [{ parquetMetadata, parquetRead, parquetSchema }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet-compressors"),
  ]);
  const file = bytes.buffer.slice(
    bytes.byteOffset,
    bytes.byteOffset + bytes.byteLength,
  ) as ArrayBuffer;
  try {
    const metadata = parquetMetadata(file);
    const fields = parquetSchema(metadata).children.map(({ element }) => element);
    const parsers = { dateFromDays: tradingDayFrom };
    const rows = Number(metadata.num_rows);
    const values = new Map(fields.map(({ name }) => [name, new Array<unknown>(rows)]));
    await parquetRead({
      ...{ file, metadata, compressors, parsers },
      onChunk: ({ columnName, columnData, rowStart }) => {
        const column = values.get(columnName);
        for (let at = 0; at < columnData.length; at++) column![rowStart + at] = columnData[at];
      },
    });
    const columnOf = (field: SchemaElement): ParquetColumn => ({
      name: field.name,
      kind: kindOf(field),
      values: values.get(field.name) ?? [],
    });
    return fields.map(columnOf);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw inputFailure(`${path}: the file cannot be read as Parquet: ${reason}`);
  }
}

const PER_SECOND = { MILLIS: 1_000, MICROS: 1_000_000, NANOS: 1_000_000_000 } as const;

function kindOf({ type, converted_type, logical_type, scale }: SchemaElement): ParquetKind {
  if (converted_type === "DECIMAL") return { name: "decimal", scale: scale ?? 0 };
  if (logical_type?.type === "FLOAT16") return { name: "float16" };
  if (logical_type?.type === "TIME")
    return { name: "time of day", perSecond: PER_SECOND[logical_type.unit] };
  if (converted_type === "TIME_MILLIS") return { name: "time of day", perSecond: 1_000 };
  if (converted_type === "TIME_MICROS") return { name: "time of day", perSecond: 1_000_000 };
  if (logical_type?.type === "TIMESTAMP" && !logical_type.isAdjustedToUTC)
    return { name: "wall clock" };
  if (type === "INT96") return { name: "either clock" };
  return { name: type === "FLOAT" ? "float32" : "plain" };
}
