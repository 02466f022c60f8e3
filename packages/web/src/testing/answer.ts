import type { Endpoint } from "@sevenfold/contract/endpoint";
import type { Conflict, Problem } from "@sevenfold/contract/problem";
import type { z } from "zod";
import type { InventedWorld } from "./invented-world.ts";

/** What the invented server answers to one call. */
export interface Answer {
  readonly endpoint: Endpoint;
  readonly give: (world: InventedWorld, input: never) => unknown;
}

export const answer = <Input extends z.ZodType, Output extends z.ZodType>(
  endpoint: Endpoint<Input, Output>,
  give: (world: InventedWorld, input: z.output<Input>) => z.input<Output>,
): Answer => ({ endpoint, give });

/** A refusal, thrown by an answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Problem | (Omit<Problem, "conflicts"> & { conflicts: readonly Conflict[] });
  constructor(status: number, body: Refusal["body"]) {
    super(body.error);
    this.status = status;
    this.body = body;
  }
}
