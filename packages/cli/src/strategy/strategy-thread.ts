import { parentPort, workerData } from "node:worker_threads";
import type { BarsClosed, StrategyAnswer } from "@sevenfold/application/ports/strategies";
import { liveAsker } from "@sevenfold/application/research/own-strategy/live-asker";
import type { Strategy } from "@sevenfold/application/research/own-strategy/strategy-interface";
import type { Asked } from "@sevenfold/application/research/own-strategy/strategy-source";
import { Failure, inputFailure } from "../failure.ts";
import { openStrategy, unfitForLive } from "./read-strategy.ts";
import type { FromStrategyThread, StrategyThreadOrder } from "./strategy-thread-order.ts";
import { toldFaultOf } from "./told-fault.ts";

const { code, parameters, tickers, limitMs } = workerData as StrategyThreadOrder;
const asked: Asked = { at: 0, symbols: [] };
let ask: ReturnType<typeof liveAsker> | undefined;

/** Whoever is waited for too long is ended from outside: nothing here can stop a loop. */
function answerTo(closed: BarsClosed): StrategyAnswer {
  try {
    ask ??= liveAsker({ strategy: openLive(), parameters, tickers, asked });
    return { kind: "targets", targets: ask(closed) };
  } catch (error) {
    const told = toldFaultOf(error, { path: code.path, limitMs, asked });
    const says = told instanceof Failure ? told.message : `${code.path}: ${String(told)}`;
    return { kind: "fault", says };
  }
}

function openLive(): Strategy {
  const strategy = openStrategy(code, limitMs);
  const unfit = unfitForLive(strategy);
  if (unfit !== undefined) throw inputFailure(`${code.path}: ${unfit}`);
  return strategy;
}

const ready: FromStrategyThread = { kind: "ready" };
parentPort!.postMessage(ready);
parentPort!.on("message", (closed: BarsClosed) => {
  parentPort!.postMessage(answerTo(closed));
});
