import { accessCases } from "./access.cases.ts";
import { accountCases } from "./account.cases.ts";
import { activityCases } from "./activity.cases.ts";
import type { BrokerCase } from "./broker-case.ts";
import { cancelCases } from "./cancel.cases.ts";
import { clockCases } from "./clock.cases.ts";
import { duplicateCases } from "./duplicate.cases.ts";
import { echoCases } from "./echo.cases.ts";
import { fillCases } from "./fill.cases.ts";
import { foreignCases } from "./foreign.cases.ts";
import { listCases } from "./list.cases.ts";
import { noticeCases } from "./notice.cases.ts";
import { partialFillCases } from "./partial.cases.ts";
import { rateCases } from "./rate.cases.ts";
import { readCases } from "./read.cases.ts";
import { refusalCases } from "./refusal.cases.ts";
import { renewalCases } from "./renewal.cases.ts";
import { restartCases } from "./restart.cases.ts";
import { stopCases } from "./stop.cases.ts";
import { submitCases } from "./submit.cases.ts";
import { sumCases } from "./sum.cases.ts";
import { unknownCases } from "./unknown.cases.ts";

/** Everything asked of every broker adapter, in the order in which one is written. */
export const BROKER_CASES: readonly BrokerCase[] = [
  ...accountCases,
  ...activityCases,
  ...submitCases,
  ...refusalCases,
  ...duplicateCases,
  ...unknownCases,
  ...cancelCases,
  ...stopCases,
  ...fillCases,
  ...partialFillCases,
  ...echoCases,
  ...sumCases,
  ...noticeCases,
  ...readCases,
  ...listCases,
  ...foreignCases,
  ...restartCases,
  ...accessCases,
  ...renewalCases,
  ...rateCases,
  ...clockCases,
];
