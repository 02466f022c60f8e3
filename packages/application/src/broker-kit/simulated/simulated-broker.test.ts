import { describeBroker } from "../../ports/broker.conformance.ts";
import { drain } from "../../testing/trading-world.ts";
import { simulatedBench } from "./simulated-bench.ts";

describeBroker(simulatedBench(drain), [
  "wire-faults",
  "push-stream",
  "strange-states",
  "day-end",
  "fractions",
  "own-clock",
  "parts-elsewhere",
  "summed-fills",
  "telling-refusals",
  "expiring-tokens",
  "idle-tokens",
]);
