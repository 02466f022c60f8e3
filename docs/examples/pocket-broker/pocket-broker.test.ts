import { describeBroker } from "@sevenfold/application/ports/broker.conformance";
import { bench } from "./pocket-bench.ts";

describeBroker(bench, [
  "push-stream",
  "stop-orders",
  "fractions",
  "summed-fills",
  "expiring-tokens",
  "idle-tokens",
]);
