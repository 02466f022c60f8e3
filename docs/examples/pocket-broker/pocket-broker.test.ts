import { describeBroker } from "@sevenfold/application/ports/broker.conformance";
import { bench } from "./pocket-bench.ts";

describeBroker(bench, ["push-stream", "fractions", "expiring-tokens", "idle-tokens"]);
