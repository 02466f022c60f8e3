import { drawUntil } from "@sevenfold/domain/testing/draw-until";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { columnsOf, markets, rules, settingsOf } from "../testing/bar-arbitraries.ts";
import { kernelMachine } from "../testing/kernel-machine.ts";
import type { PlainRules } from "../testing/plain-backtest.ts";
import { walks } from "../testing/walk-arbitraries.ts";
import { kernelBarsOf } from "./kernel-bars.ts";
import type { KernelTrade } from "./kernel-outcome.ts";
import { kernelRuleOf } from "./kernel-rule.ts";
import { kernelSymbolOf } from "./kernel-walk.ts";
import { runKernel } from "./run-kernel.ts";
import { type KernelMachine, type MachineFill, openWasmKernel } from "./wasm-kernel.ts";

let machine: KernelMachine;
beforeAll(async () => {
  machine = await kernelMachine();
});

describe("the machine's kernel", () => {
  it("always does what the kernel in JavaScript does, fill for fill and to the last bit", () => {
    const met = { fills: 0, partial: 0, canceled: 0, passed: 0, reasons: new Set<number>() };
    const expectAlike = (columns: readonly BarColumns[], plain: PlainRules): void => {
      const bars = columns.map(kernelBarsOf).filter((each) => typeof each !== "string");
      if (bars.length === 0) return;
      const kernel = openWasmKernel(machine, bars);
      const rule = kernelRuleOf(settingsOf(plain));
      bars.forEach((each, symbol) => {
        const trades: KernelTrade[] = [];
        const expected = { curve: new Float64Array(each.days), trades };
        const outcome = runKernel(kernelSymbolOf(each), rule, expected);
        const fills: MachineFill[] = [];
        const curve = new Float64Array(each.days);
        if (!kernel.run(symbol, rule, { curve, fills })) {
          met.passed++;
          return;
        }
        const found = kernel.outcome();
        expect(found).toEqual(outcome);
        // Nothing kept beside it changes what comes out.
        expect(kernel.run(symbol, rule)).toBe(true);
        expect(kernel.outcome()).toEqual(outcome);
        expect(curve).toEqual(expected.curve);
        expect(fills.map(({ price, quantity }) => ({ price, quantity }))).toEqual(
          trades.map(({ price, quantity }) => ({ price, quantity })),
        );
        met.fills += fills.length;
        met.canceled += found.canceled;
        met.partial += Number(found.buys < found.sells);
        for (const { reason } of fills) met.reasons.add(reason);
      });
    };
    const unhurried = rules.map((plain) => ({ ...plain, coolDownMs: 0 }));
    const unhalted = unhurried.map((plain) => ({ ...plain, dailyLoss: undefined }));
    const tight = unhalted.map((plain) => ({
      ...plain,
      cash: 3_000_000,
      sharesToBuy: 30,
      maxPositionSize: 40,
      minCashReserve: 0,
      positionShare: undefined,
    }));

    const hasMet = () =>
      met.reasons.size === 4 &&
      0 < Math.min(met.partial, met.canceled, met.passed) &&
      10_000 < met.fills;

    drawUntil(hasMet, (seed) => {
      for (const each of [rules, unhurried, unhalted, tight]) {
        const ofBars = fc.property(markets, each, (bars, plain) =>
          expectAlike(columnsOf(bars), plain),
        );
        fc.assert(ofBars, { seed });
        const ofWalks = fc.property(walks, each, (columns, plain) => expectAlike([columns], plain));
        fc.assert(ofWalks, { seed });
      }
    });

    // The property is worth what it met.
    expect([...met.reasons].sort()).toEqual([1, 2, 3, 4]);
    expect(Math.min(met.partial, met.canceled, met.passed)).toBeGreaterThan(0);
    expect(met.fills).toBeGreaterThan(10_000);
  });
});
