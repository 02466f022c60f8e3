import type { ProblemCode } from "@sevenfold/contract/problem-codes";
import { isRefusal } from "./problem-error.ts";

export type AccountField = "password" | "newPassword" | "totpCode";

const FIELDS: { readonly [Code in ProblemCode]?: AccountField } = {
  "password-wrong": "password",
  "password-unfit": "newPassword",
  "password-unchanged": "newPassword",
  "totp-required": "totpCode",
  "totp-wrong": "totpCode",
};

/** Which field of a form a refusal is about, if it is about one. */
export const refusedField = (thrown: unknown): AccountField | undefined =>
  isRefusal(thrown) && thrown.code !== undefined && thrown.code !== "no-answer"
    ? FIELDS[thrown.code]
    : undefined;
