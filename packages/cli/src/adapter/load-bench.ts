import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { scheduler } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { alpacaBroker } from "@sevenfold/adapters-broker/alpaca/alpaca-broker";
import { alpacaBench } from "@sevenfold/adapters-broker/bench/alpaca-bench";
import { etradeBench } from "@sevenfold/adapters-broker/bench/etrade-bench";
import { CallBudget } from "@sevenfold/adapters-broker/call-budget";
import { etradeBroker } from "@sevenfold/adapters-broker/etrade/etrade-broker";
import { simulatedBench } from "@sevenfold/application/broker-kit/simulated/simulated-bench";
import {
  BROKER_CAPABILITIES,
  type VenueBench,
} from "@sevenfold/application/broker-kit/venue-bench";
import { inputFailure, usageFailure } from "../failure.ts";

/** The benches of the adapters that come with the product. */
const OWN_BENCHES: Readonly<Record<string, () => VenueBench>> = {
  alpaca: () =>
    alpacaBench("alpaca", (connection) =>
      alpacaBroker(connection, new CallBudget({ perMinute: 180, reserve: 30 })),
    ),
  // On a bench it looks for news fifty times a second, which no budget of the real one allows.
  etrade: () =>
    etradeBench("etrade", (settings) =>
      etradeBroker(settings, new CallBudget({ perMinute: 100_000, reserve: 10 })),
    ),
  simulated: () => simulatedBench(() => scheduler.yield()),
};

export const OWN_ADAPTERS: readonly string[] = Object.keys(OWN_BENCHES);

/** One of our own benches by its name, or what a module exports as `bench`. */
export async function loadBench(wanted: string): Promise<VenueBench> {
  const own = OWN_BENCHES[wanted];
  if (own) return own();
  const path = resolve(wanted);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile)
    throw usageFailure(
      `there is no file ${wanted}; give a module that exports bench, or one of ${OWN_ADAPTERS.join(", ")}`,
    );
  if (/\.[cm]?tsx?$/.test(path))
    throw usageFailure(`${wanted} is TypeScript; compile it and give the .js file`);
  return benchOf(await imported(path, wanted), wanted);
}

async function imported(path: string, wanted: string): Promise<object> {
  try {
    return (await import(pathToFileURL(path).href)) as object;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw inputFailure(`${wanted} cannot be loaded: ${reason.split("\n")[0]}`);
  }
}

function benchOf(module: object, wanted: string): VenueBench {
  const bench: unknown = "bench" in module ? module.bench : undefined;
  if (!isBench(bench))
    throw inputFailure(
      `${wanted} exports no bench with a name, capabilities and open(); docs/broker-adapters.md`,
    );
  const unheardOf = bench.capabilities.filter((each) => !(each in BROKER_CAPABILITIES));
  if (0 < unheardOf.length)
    throw inputFailure(
      `${wanted} claims ${unheardOf.join(", ")}; there are ${Object.keys(BROKER_CAPABILITIES).join(", ")}`,
    );
  return bench;
}

const isBench = (value: unknown): value is VenueBench =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "capabilities" in value &&
  Array.isArray(value.capabilities) &&
  "open" in value &&
  typeof value.open === "function";
