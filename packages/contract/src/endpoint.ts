import type { z } from "zod";
import { type Call, callOf, type JsonCallName, type TextCallName } from "./calls.ts";

/** A call with the schemas of what it takes and answers: the server mounts it. */
export type Endpoint<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Name extends JsonCallName = JsonCallName,
> = Call<Name> & {
  /** Path and query parameters and the body, merged into one object. Unknown keys are refused. */
  readonly input: Input;
  readonly output: Output;
};

/** Attaches its schemas to a call. */
export const endpoint = <
  Name extends JsonCallName,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(
  name: Name,
  schemas: { readonly input: Input; readonly output: Output },
): Endpoint<Input, Output, Name> => ({ ...callOf(name), ...schemas });

/** A call that answers a file or a stream, with the schema of what it takes. */
export type TextEndpoint<
  Input extends z.ZodType = z.ZodType,
  Name extends TextCallName = TextCallName,
> = Call<Name> & {
  readonly input: Input;
  /** Of a stream: what each event's `data` holds, as JSON. */
  readonly event?: z.ZodType;
};

/** Attaches its schemas to a call that answers text. */
export const textEndpoint = <Name extends TextCallName, Input extends z.ZodType>(
  name: Name,
  schemas: { readonly input: Input; readonly event?: z.ZodType },
): TextEndpoint<Input, Name> => ({ ...callOf(name), ...schemas });
