import type { z } from "zod";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** One HTTP call, said once: the server mounts it, the browser calls it. */
export interface Endpoint<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** With `:name` for what travels in the path: `/api/watchlist/:ticker`. */
  readonly path: string;
  /** Path and query parameters and the body, merged into one object. Unknown keys are refused. */
  readonly input: Input;
  readonly output: Output;
  /** Who may call it. */
  readonly access: "anyone" | "signed-in";
  /** For people only: a program with an API token is refused, whatever its scope. */
  readonly tokens?: "refused";
}

export const endpoint = <Input extends z.ZodType, Output extends z.ZodType>(
  line: Endpoint<Input, Output>,
): Endpoint<Input, Output> => line;
