import type { MutantGroup } from "./mutant.ts";

export const DECISIONS: MutantGroup = {
  breaks: "What is decided on a price",
  mutants: [
    {
      name: "A symbol let go and bought again goes without a trail",
      file: "packages/application/src/trading/account/save-trails.ts",
      replace: "if (!saved.has(ticker)) trailVersions.delete(ticker);",
      by: "if (saved.has(ticker)) continue;",
      foundBy: {
        "packages/application/src/trading/session/refresh-account.test.ts": [
          "goes on from the fill it is bought by next, however often it was traded before",
        ],
      },
    },
    {
      name: "A price at the trigger does not buy",
      file: "packages/domain/src/step.ts",
      replace: "price <= book.enterAt[slot]!",
      by: "price < book.enterAt[slot]!",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "buys at exactly 4% below the high, and says what it saw",
        ],
      },
    },
    {
      name: "A price at the low's rise does not sell",
      file: "packages/domain/src/step.ts",
      replace: "book.leaveAt[slot]! <= price",
      by: "book.leaveAt[slot]! < price",
      foundBy: {
        "packages/domain/src/decide.test.ts": ["sells at exactly 4% above the low since the fill"],
      },
    },
    {
      name: "The take profit is tested before the stop",
      file: "packages/domain/src/step.ts",
      replace: "if (price <= book.stopAt[slot]!) return STOP_LOSS;",
      by: "if (price <= book.stopAt[slot]!) return TAKE_PROFIT;",
      foundBy: {
        "packages/domain/src/step.test.ts": [
          "tests the stop before the take profit, and that before the trail",
        ],
      },
    },
    {
      name: "The band's floor is outside the band",
      file: "packages/domain/src/step.ts",
      replace: "book.bandFloor[slot]! <= price",
      by: "book.bandFloor[slot]! < price",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "in HYBRID mode passes a price below the band, and enters when it rises back into it",
        ],
      },
    },
    {
      name: "The stop's trigger is rounded up",
      file: "packages/domain/src/trigger.ts",
      replace: "floorDivide(atRateFloor(costBasis, BPS_PER_ONE - lossBps), held)",
      by: "ceilDivide(atRateFloor(costBasis, BPS_PER_ONE - lossBps), held)",
      foundBy: {
        "packages/domain/src/trigger.test.ts": [
          "always equals the multiplied-out comparison on an average cost, up to the largest account",
        ],
      },
    },
    {
      name: "The trail forgets its high at each price",
      file: "packages/domain/src/step.ts",
      replace: "if (book.high[slot]! < price) {",
      by: "if (book.high[slot]! !== price) {",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "buys at exactly 4% below the high, and says what it saw",
        ],
      },
    },
    {
      name: "Entries go before exits",
      file: "packages/domain/src/decide.ts",
      replace: `  for (let index = 0; index < exitCount; index += 1)
    intents = joined(intents, exitOf(book, exits[index]!, batch));
  for (let index = 0; index < entryCount; index += 1)
    intents = joined(intents, entryOf(book, entries[index]!, batch));`,
      by: `  for (let index = 0; index < entryCount; index += 1)
    intents = joined(intents, entryOf(book, entries[index]!, batch));
  for (let index = 0; index < exitCount; index += 1)
    intents = joined(intents, exitOf(book, exits[index]!, batch));`,
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "takes exits before entries, and entries by the largest drop, ties by symbol",
        ],
      },
    },
    {
      name: "Drops are compared in floats where they are large",
      file: "packages/domain/src/decide.ts",
      replace: "if (Number.isSafeInteger(one) && Number.isSafeInteger(other)) return one - other;",
      by: "return one - other;",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "compares drops exactly where products leave the safe integers",
        ],
      },
    },
    {
      name: "The halt is tested while a holding has no price",
      file: "packages/domain/src/decide.ts",
      replace: "if (book.halted || 0 < book.unpriced) return;",
      by: "if (book.halted) return;",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "does not halt on a holding no price is known of",
        ],
      },
    },
    {
      name: "Entries go on while equity is unknown",
      file: "packages/domain/src/gate.ts",
      replace: 'if (isFlat && isEquityUnknown(book)) return "equity-unknown";',
      by: "",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "enters nothing while a holding has no price, and leaves all the same",
        ],
      },
    },
    {
      name: "The halt lets entries pass",
      file: "packages/domain/src/gate.ts",
      replace: 'if (isFlat && book.halted) return "halted";',
      by: "",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "halts entries for the session at a loss of exactly 3%, and lets exits go on",
        ],
      },
    },
    {
      name: "The halt stops exits",
      file: "packages/domain/src/gate.ts",
      replace: 'if (isFlat && book.halted) return "halted";',
      by: 'if (book.halted) return "halted";',
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "halts entries for the session at a loss of exactly 3%, and lets exits go on",
        ],
      },
    },
    {
      name: "A loss of exactly the limit does not halt",
      file: "packages/domain/src/decide.ts",
      replace: "book.equity <= haltAtOf(book.baseline, book.limits.dailyLossBps)",
      by: "book.equity < haltAtOf(book.baseline, book.limits.dailyLossBps)",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "halts entries for the session at a loss of exactly 3%, and lets exits go on",
        ],
      },
    },
    {
      name: "The cool-down is dropped",
      file: "packages/domain/src/gate.ts",
      replace:
        'if (when.at < book.coolDownUntil[slot]! && reason !== STOP_LOSS) return "cool-down";',
      by: "",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "cools down from each automated fill, the stop excepted",
        ],
      },
    },
    {
      name: "The cool-down holds the stop up",
      file: "packages/domain/src/gate.ts",
      replace: "if (when.at < book.coolDownUntil[slot]! && reason !== STOP_LOSS)",
      by: "if (when.at < book.coolDownUntil[slot]!)",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "cools down from each automated fill, the stop excepted",
        ],
      },
    },
    {
      name: "The cool-down lasts an instant too long",
      file: "packages/domain/src/gate.ts",
      replace: "when.at < book.coolDownUntil[slot]!",
      by: "when.at <= book.coolDownUntil[slot]!",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "cools down from each automated fill, the stop excepted",
        ],
      },
    },
    {
      name: "A second order of a symbol is wanted beside somebody else's",
      file: "packages/domain/src/gate.ts",
      replace: "book.orderWorking[slot] !== 0 || book.ordersOther[slot] !== 0",
      by: "book.orderWorking[slot] !== 0",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "wants one order of a symbol at a time, also while somebody else's is at work",
        ],
      },
    },
    {
      name: "A holding found at the broker is traded",
      file: "packages/domain/src/gate.ts",
      replace: 'if (!isFlat && book.managed[slot] === 0) return "unmanaged";',
      by: "",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "never trades a holding found at the broker until it is handed over",
        ],
      },
    },
    {
      name: "The first price after a split decides",
      file: "packages/domain/src/gate.ts",
      replace: 'if (book.skipNext[slot] !== 0) return "after-split";',
      by: "",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "decides nothing on the first price after a split, and rightly on the next",
        ],
      },
    },
    {
      name: "One entry a minute too many",
      file: "packages/domain/src/gate.ts",
      replace: "book.limits.entriesPerMinuteMax <= entriesWithinMinute(book, at)",
      by: "book.limits.entriesPerMinuteMax < entriesWithinMinute(book, at)",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "makes no more entries a minute than allowed; the rest wait for their next price",
        ],
      },
    },
    {
      name: "Prices after the close move trails",
      file: "packages/domain/src/decide.ts",
      replace: "if (!batch.inSession && !book.limits.allowAfterHours) {",
      by: "if (batch.count < 0) {",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "lets prices outside the session move equity and nothing else",
        ],
      },
    },
    {
      name: "The reserve buys too",
      file: "packages/domain/src/sizing.ts",
      replace: "(facts.cash - facts.reservedCash - facts.strategy.minCashReserve) / reservedEach",
      by: "(facts.cash - facts.reservedCash) / reservedEach",
      foundBy: {
        "packages/domain/src/sizing.test.ts": [
          "is the smallest of the four limits, and the gate is the first that leaves none",
        ],
      },
    },
    {
      name: "Cash kept for open orders is spent again",
      file: "packages/domain/src/sizing.ts",
      replace: "(facts.cash - facts.reservedCash - facts.strategy.minCashReserve) / reservedEach",
      by: "(facts.cash - facts.strategy.minCashReserve) / reservedEach",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "lets several entries of one instant share one cash",
        ],
      },
    },
    {
      name: "A limit that leaves less than nothing sells short",
      file: "packages/domain/src/sizing.ts",
      replace: "return quantity < 1 ? 0 : quantity;",
      by: "return quantity;",
      foundBy: {
        "packages/domain/src/sizing.test.ts": ["is nothing where a limit leaves less than nothing"],
      },
    },
    {
      name: "An exit sells more than is held",
      file: "packages/domain/src/decide.ts",
      replace: "Math.min(book.strategy.sharesToSell, held)",
      by: "book.strategy.sharesToSell",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "never trades a holding found at the broker until it is handed over",
        ],
      },
    },
  ],
};
