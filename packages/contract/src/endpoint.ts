import type { z } from "zod";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** What an API token may be made for. Each scope may do all that those before it may. */
export const TOKEN_SCOPES = ["read", "trade", "manage"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** The scope a program's token needs; `refused` is for people only, whatever the scope. */
export type TokenRule = TokenScope | "refused";

interface Line<Input extends z.ZodType> {
  /** With `:name` for what travels in the path: `/api/watchlist/:ticker`. */
  readonly path: string;
  /** Path and query parameters and the body, merged into one object. Unknown keys are refused. */
  readonly input: Input;
}

/** Who may call, and what a program needs for it. A line that does not say both does not compile. */
type Callers<Input extends z.ZodType> =
  // What anybody may call asks no more of a token than that it is one.
  | { readonly access: "anyone"; readonly tokens: "read" | "refused" }
  | {
      readonly access: "signed-in";
      readonly tokens: TokenRule;
      /** What lowers risk takes the scope `trade` where the rule asks for more. */
      readonly lowersRisk?: LowersRisk<Input>;
    };

interface LowersRisk<Input extends z.ZodType> {
  /** As it follows "is enough for": "switching automation off". */
  readonly says: string;
  is(input: z.output<Input>): boolean;
}

/** One HTTP call, said once: the server mounts it, the browser calls it. */
export type Endpoint<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = Line<Input> &
  Callers<Input> & {
    readonly method: Method;
    readonly output: Output;
    /** Reads an `Idempotency-Key` header: the same on every attempt at the same thing. */
    readonly isRepeatable?: true;
  };

export const endpoint = <Input extends z.ZodType, Output extends z.ZodType>(
  line: Endpoint<Input, Output>,
): Endpoint<Input, Output> => line;

/** A call that answers text in place of JSON: a file, or a stream of events. */
export interface TextLine<Input extends z.ZodType = z.ZodType> extends Line<Input> {
  readonly method: "get";
  readonly access: "signed-in";
  readonly tokens: TokenRule;
  readonly answers: "text/csv" | "text/event-stream";
  /** What it answers, in a sentence. */
  readonly says: string;
  /** Of a stream: what each event's `data` holds, as JSON. */
  readonly event?: z.ZodType;
}

export const textLine = <Input extends z.ZodType>(line: TextLine<Input>): TextLine<Input> => line;
