import { describeBroker } from "@sevenfold/application/ports/broker.conformance";
import { bench } from "./pocket-bench.ts";

describeBroker(bench, [
  "push-stream",
  "foreign-things",
  "activities",
  "busts",
  "unnamed-busts",
  "own-clock",
  "share-events",
  "stop-orders",
  "fractions",
  "parts-elsewhere",
  "summed-fills",
  "expiring-tokens",
  "idle-tokens",
]);
