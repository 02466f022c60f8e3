import { describeBroker } from "@sevenfold/application/ports/broker.conformance";

import { etradeBench } from "../bench/etrade-bench.ts";
import { CallBudget } from "../call-budget.ts";
import { etradeBroker } from "./etrade-broker.ts";

const PLENTY = { perMinute: 100_000, reserve: 10 };

describeBroker(
  etradeBench("etrade", (settings) => etradeBroker(settings, new CallBudget(PLENTY))),
  ["push-stream", "single-fills", "busts"],
);
