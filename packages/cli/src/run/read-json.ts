import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { readFailureOf } from "../bars/file-bytes.ts";
import { inputFailure } from "../failure.ts";
import { jsonIn } from "./json-text.ts";

/** Reads a JSON file of a known shape. Throws a `Failure` that names the file and the place in it. */
export async function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const bytes = await readFile(path).catch((error) => {
    throw readFailureOf(error, path);
  });
  const read = schema.safeParse(jsonIn(path, bytes));
  if (read.success) return read.data;
  const { path: place, message } = read.error.issues[0]!;
  throw inputFailure(`${path}: ${place.join(".") || "the document"}: ${message}`);
}
