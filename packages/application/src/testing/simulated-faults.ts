import { ACTIVITY_FAULTS } from "./planted-activity-faults.ts";
import { ECHO_FAULTS } from "./planted-echo-faults.ts";
import type { PlantedFault } from "./planted-fault.ts";
import { FOREIGN_FAULTS } from "./planted-foreign-faults.ts";
import { ORDER_FAULTS } from "./planted-order-faults.ts";
import { OUTCOME_FAULTS } from "./planted-outcome-faults.ts";
import { REPORT_FAULTS } from "./planted-report-faults.ts";

/** Every fault that shows on the simulated venue. */
export const SIMULATED_FAULTS: readonly PlantedFault[] = [
  ...ORDER_FAULTS,
  ...OUTCOME_FAULTS,
  ...REPORT_FAULTS,
  ...ACTIVITY_FAULTS,
  ...ECHO_FAULTS,
  ...FOREIGN_FAULTS,
];
