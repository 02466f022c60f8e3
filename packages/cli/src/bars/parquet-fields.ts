import { resolve } from "node:path";
import { type Duckdb, quoted } from "./duckdb.ts";

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

/** The columns of a flat Parquet file by its footer alone; undefined where there are others in them. */
export async function parquetFieldsOf(
  duckdb: Duckdb,
  path: string,
): Promise<{ readonly rows: number; readonly columns: readonly ParquetField[] } | undefined> {
  const file = quoted(resolve(path));
  const [counts] = await duckdb.textsOf(
    `select num_rows::varchar from parquet_file_metadata(${file})`,
  );
  const [root, ...columns] = await duckdb.textsOf(
    `select ${ELEMENT.map((part) => `${part}::varchar`).join(", ")} from parquet_schema(${file})`,
  );
  if (counts === undefined || root === undefined) return undefined;
  const elements = columns.map(elementOf);
  if (elements.some(({ children }) => children !== undefined)) return undefined;
  return {
    rows: Number(counts[0]),
    columns: elements.map((element) => ({ name: element.name ?? "", kind: kindOf(element) })),
  };
}

const ELEMENT = [
  "name",
  "type",
  "repetition_type",
  "num_children",
  "converted_type",
  "logical_type",
];

function elementOf([name, type, repetition, children, converted, logical]: readonly (
  | string
  | undefined
)[]) {
  return { name, type, repetition, children, converted, logical };
}

function kindOf({
  type,
  repetition,
  converted,
  logical,
}: ReturnType<typeof elementOf>): ParquetField["kind"] {
  if (repetition === "REPEATED") return "other";
  if (logical?.startsWith("Float16Type")) return "other";
  if (logical?.startsWith("TimestampType"))
    // Nanoseconds lose their zone in DuckDB.
    return logical.includes("NANOS=Nano")
      ? "other"
      : logical.includes("isAdjustedToUTC=1")
        ? "instant"
        : "wall clock";
  switch (converted) {
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
  if (logical?.startsWith("DateType")) return "date";
  if (logical?.startsWith("StringType")) return "text";
  if (logical !== undefined && !logical.startsWith("IntType(")) return "other";
  if (logical !== undefined && !logical.includes("isSigned=1")) return "other";
  if (type === "DOUBLE") return "float64";
  if (type === "FLOAT") return "float32";
  return type === "INT32" || type === "INT64" ? "integer" : "other";
}
