import { describeBroker } from "@sevenfold/application/ports/broker.conformance";

import { alpacaBench } from "../bench/alpaca-bench.ts";
import { alpacaBroker } from "./alpaca-broker.ts";

describeBroker(
  alpacaBench("alpaca", (connection) => alpacaBroker(connection)),
  ["summed-fills", "expiring-tokens", "idle-tokens"],
);
