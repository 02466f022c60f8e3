import type { SubmitAnswer } from "@sevenfold/application/ports/broker";
import type { EtradeAnswer } from "./etrade-answer.ts";

type Rejected = Extract<SubmitAnswer, { kind: "rejected" }>;

/** Why a parsed refusal happened, by code where one is known, else by words. */
export function refusalFrom(answer: Extract<EtradeAnswer, { kind: "refused" }>): Rejected {
  return { kind: "rejected", message: answer.message, cause: causeOf(answer) };
}

const NOT_ENOUGH_SHARES = 1037;

function causeOf({
  code,
  message,
  why,
}: Extract<EtradeAnswer, { kind: "refused" }>): Rejected["cause"] {
  if (why === "keys") return "credentials";
  if (why === "authorisation") return "authorisation";
  const words = message.toLowerCase();
  if (code === NOT_ENOUGH_SHARES || words.includes("available shares")) return "shares";
  if (words.includes("buying power") || words.includes("funds")) return "funds";
  return words.includes("symbol") ? "symbol" : "other";
}

const STALE_PREVIEW = new Set([101, 1033]);

/** A preview they no longer take. Nothing was placed; their words speak of a time-out. */
export const isStalePreview = ({ code }: Extract<EtradeAnswer, { kind: "refused" }>): boolean =>
  code !== undefined && STALE_PREVIEW.has(code);

/** Nobody has confirmed their words for it, so several are taken. */
export const isDuplicateKey = ({ message }: Extract<EtradeAnswer, { kind: "refused" }>): boolean =>
  /client ?order ?id/i.test(message) && /duplicate|unique|already/i.test(message);

const TOO_LATE_TO_CANCEL = 5001;

export const isTooLate = ({ code }: Extract<EtradeAnswer, { kind: "refused" }>): boolean =>
  code === TOO_LATE_TO_CANCEL;
