import { open } from "node:fs/promises";
import type { SchemaElement } from "hyparquet";

/** A column of a Parquet file that is not read yet. */
export interface ParquetField {
  readonly name: string;
  readonly kind:
    | "float64"
    | "float32"
    | "integer"
    | "decimal"
    | "text"
    | "date"
    | "instant"
    /** A timestamp without a zone. */
    | "wall clock"
    | "other";
}

/** The columns of a flat Parquet file by its footer alone; undefined where that cannot be read. */
export async function parquetFieldsOf(
  path: string,
): Promise<{ readonly rows: number; readonly columns: readonly ParquetField[] } | undefined> {
  const { parquetMetadataAsync, parquetSchema } = await import("hyparquet");
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const slice = async (start: number, end = size): Promise<ArrayBuffer> => {
      const bytes = new Uint8Array(end - start);
      await file.read(bytes, 0, bytes.length, start);
      return bytes.buffer;
    };
    const metadata = await parquetMetadataAsync({ byteLength: size, slice });
    const children = parquetSchema(metadata).children;
    const isFlat = children.every((child) => child.children.length === 0);
    if (!isFlat) return undefined;
    return {
      rows: Number(metadata.num_rows),
      columns: children.map(({ element }) => ({ name: element.name, kind: kindOf(element) })),
    };
  } catch {
    // The careful reader says what is wrong with it.
    return undefined;
  } finally {
    await file.close();
  }
}

function kindOf({
  type,
  converted_type,
  logical_type,
  repetition_type,
}: SchemaElement): ParquetField["kind"] {
  if (repetition_type === "REPEATED") return "other";
  if (logical_type?.type === "FLOAT16") return "other";
  if (logical_type?.type === "TIMESTAMP")
    // Nanoseconds lose their zone in DuckDB.
    return logical_type.unit === "NANOS"
      ? "other"
      : logical_type.isAdjustedToUTC
        ? "instant"
        : "wall clock";
  switch (converted_type) {
    case undefined:
      break;
    case "DECIMAL":
      return type === "INT32" || type === "INT64" ? "decimal" : "other";
    case "DATE":
      return "date";
    case "UTF8":
      return "text";
    case "TIMESTAMP_MILLIS":
    case "TIMESTAMP_MICROS":
      return "instant";
    case "INT_32":
    case "INT_64":
      return "integer";
    default:
      return "other";
  }
  if (logical_type?.type === "DATE") return "date";
  if (logical_type?.type === "STRING") return "text";
  if (logical_type !== undefined && logical_type.type !== "INTEGER") return "other";
  if (logical_type?.type === "INTEGER" && !logical_type.isSigned) return "other";
  if (type === "DOUBLE") return "float64";
  if (type === "FLOAT") return "float32";
  return type === "INT32" || type === "INT64" ? "integer" : "other";
}
