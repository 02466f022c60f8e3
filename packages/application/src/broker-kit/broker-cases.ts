import type { BrokerCase } from "./broker-case.ts";
import { cancelCases } from "./cancel.cases.ts";
import { duplicateCases } from "./duplicate.cases.ts";
import { refusalCases } from "./refusal.cases.ts";
import { submitCases } from "./submit.cases.ts";

/** Everything asked of every broker adapter, in the order in which one is written. */
export const BROKER_CASES: readonly BrokerCase[] = [
  ...submitCases,
  ...refusalCases,
  ...duplicateCases,
  ...cancelCases,
];
