import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { InvalidRequest } from "../refusals.ts";

/** Visible ASCII: it travels in a header and becomes part of a stored key. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

/** The header's key; undefined when none was sent. */
export const idempotencyKeyOf = (header: string): Result<string | undefined, InvalidRequest> => {
  if (header === "") return ok(undefined);
  if (IDEMPOTENCY_KEY.test(header)) return ok(header);
  const details = "An Idempotency-Key has 1 to 128 visible characters.";
  return refused({ kind: "invalid-request", details });
};
