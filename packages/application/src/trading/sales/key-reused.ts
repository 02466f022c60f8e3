import type { Sale } from "../../ports/stores/sale-store.ts";
import type { Refusal } from "../safeguards/refusal.ts";

export type KeyReused = Extract<Refusal, { kind: "idempotency-key-reused" }>;

/**
 * Whether what is on record under a request's key is what the request asks for. What was done at one
 * account says nothing of another that was put in use since, and orders taken back sold nothing.
 */
export const isAnswerTo = (
  wanted: Pick<Sale, "accountId" | "kind">,
  { accountId, kind }: Pick<Sale, "accountId" | "kind">,
): boolean => accountId === wanted.accountId && kind === wanted.kind;
