import type { MutantGroup } from "./mutant.ts";

const REST_TEST = "packages/adapters-broker/src/alpaca/follow-rest.test.ts";

export const PROVIDERS: MutantGroup = {
  breaks: "What price providers say, and how they are understood",
  mutants: [
    {
      name: "A provider's word that it was asked too often is forgotten",
      file: "packages/adapters-broker/src/prices/price-call.ts",
      replace:
        '  if (trouble.reason === "rate-limit") door.budget.blockFor(trouble.retryAfterMs);\n',
      by: "",
      foundBy: {
        "packages/adapters-broker/src/prices/yahoo/yahoo-market-data.test.ts": [
          "keeps us away between a quarter of an hour and an hour, whatever else is asked",
        ],
      },
    },
    {
      name: "A day's calls are counted after they are spent",
      file: "packages/adapters-broker/src/prices/price-budget.ts",
      replace: "return spent + count <= limit;",
      by: "return spent <= limit;",
      foundBy: {
        "packages/adapters-broker/src/prices/price-budget.test.ts": [
          "are never more than it lets us make in a day or an hour of UTC",
        ],
      },
    },
    {
      name: "A growing day is a day of its own",
      file: "packages/adapters-broker/src/prices/yahoo/yahoo-mapping.ts",
      replace: 'if (interval === "day") return dayBoundsOf(at).starts;',
      by: 'if (interval === "day") return at;',
      foundBy: {
        "packages/adapters-broker/src/prices/yahoo/yahoo-market-data.test.ts": [
          "begin at New York's midnight, one a day, though the growing day stands there twice",
        ],
      },
    },
    {
      name: "A price in single precision keeps its noise",
      file: "packages/adapters-broker/src/prices/yahoo/yahoo-mapping.ts",
      replace: "    if (Math.fround(shorter) === Math.fround(wire)) return priceFrom(shorter);\n",
      by: "    if (shorter === wire) return priceFrom(shorter);\n",
      foundBy: {
        "packages/adapters-broker/src/prices/yahoo/yahoo-market-data.test.ts": [
          "is the cents it was before it was written out, up to a thousand dollars and beyond",
        ],
      },
    },
    {
      name: "A day's spent credits come back with the minute",
      file: "packages/adapters-broker/src/prices/twelve-data/twelve-data-mapping.ts",
      replace: "return /for the day/i.test(message)",
      by: "return /for the year/i.test(message)",
      foundBy: {
        "packages/adapters-broker/src/prices/twelve-data/twelve-data-market-data.test.ts": [
          "for the day end at midnight of UTC, and nothing is asked before",
        ],
      },
    },
    {
      name: "An allowance that is spent is told with status 429 or not at all",
      file: "packages/adapters-broker/src/prices/tiingo/tiingo-market-data.ts",
      replace: "allowanceIn(answer, clock.now()) ?? troubleIn(answer)",
      by: "troubleIn(answer)",
      foundBy: {
        "packages/adapters-broker/src/prices/tiingo/tiingo-market-data.test.ts": [
          "that are spent are waited for without a call: 200",
        ],
      },
    },
    {
      name: "One new symbol keeps all back once an allowance of symbols is spent",
      file: "packages/adapters-broker/src/prices/tiingo/tiingo-market-data.ts",
      replace:
        "if (known.length === 0 || known.length === tickers.length || !isSpent(error)) throw error;",
      by: "if (known.length < 1_000 || !isSpent(error)) throw error;",
      foundBy: {
        "packages/adapters-broker/src/prices/tiingo/tiingo-market-data.test.ts": [
          "keeps none back that it has, once its allowance of symbols is spent",
        ],
      },
    },
    {
      name: "A greeting makes a connection that is hung up on a success",
      file: "packages/adapters-broker/src/reconnecting-socket.ts",
      replace: "    if (STOOD_MS <= performance.now() - openedAt) failures = 0;\n",
      by: "    if (0 <= performance.now() - openedAt) failures = 0;\n",
      foundBy: {
        "packages/adapters-broker/src/reconnecting-socket.test.ts": [
          "waits longer for a venue that greets and hangs up each time, until a connection has stood",
        ],
      },
    },
    {
      name: "Symbols refused for now count as unknown",
      file: "packages/adapters-broker/src/prices/twelve-data/twelve-data-market-data.ts",
      replace: "  if (passing && prints.length === 0) throw unavailable(door, passing);\n",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/prices/twelve-data/twelve-data-market-data.test.ts": [
          "of all symbols for now are no word that there are none",
        ],
      },
    },
    {
      name: "Splits stay in the prices of days",
      file: "packages/adapters-broker/src/prices/tiingo/tiingo-mapping.ts",
      replace: "    factor *= day.splitFactor;\n",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/prices/tiingo/tiingo-market-data.test.ts": [
          "keep their date, and are divided by every split after them",
          "multiply by their factors to what was traded, whatever splits there are",
        ],
      },
    },
    {
      name: "A reader that comes anew shortens the venue's wait",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-stream.ts",
      replace: "if (performance.now() < this.#heldUntilMs) {",
      by: "if (Number.POSITIVE_INFINITY < this.#heldUntilMs) {",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-market-stream.test.ts": [
          "stays away also when its reader comes anew, and tells it why",
        ],
      },
    },
    {
      name: "A trade taken back is named by the correction's time",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-stream.ts",
      replace: "const taken = { ...said, ...told };",
      by: "const taken = { ...told, ...said };",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-market-stream.test.ts": [
          "takes a correction of a correction for what it is",
        ],
      },
    },
    {
      name: "More symbols are asked for than the venue takes",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-subscription.ts",
      replace: ".slice(0, this.#limit);",
      by: ";",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-market-subscription.test.ts": [
          "comes to rest with the most important symbols streamed, however few the venue takes",
          "streams as many as the venue takes, where one ranking is all there is",
        ],
      },
    },
    {
      name: "A trade taken back before it was told is told",
      file: "packages/adapters-broker/src/alpaca/waiting-news.ts",
      replace: "    if (left) {\n",
      by: "    if (left && left.length < 0) {\n",
      foundBy: {
        "packages/adapters-broker/src/alpaca/waiting-news.test.ts": [
          "is never told afterwards, and hides no other",
        ],
      },
    },
    {
      name: "All is followed by asking, however much it is",
      file: "packages/adapters-broker/src/prices/poll-news.ts",
      replace: "const followed = wanted.slice(0, polling.followedMax);",
      by: "const followed = wanted;",
      foundBy: {
        "packages/adapters-broker/src/prices/poll-news.test.ts": [
          "is asked for in rounds, the most important first, as many as may be followed",
        ],
      },
    },
    {
      name: "One exchange's last trade is a day's close",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-data.ts",
      replace: 'if (interval !== "day" || !daysOfAll) return { feed, end };',
      by: 'if (interval !== "hour" || !daysOfAll) return { feed, end };',
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-market-data.test.ts": [
          "are those of all exchanges where they are of days, a quarter of an hour ago at the latest",
        ],
      },
    },
    {
      name: "A board that closed is kept by what listened for its end",
      file: "packages/application/src/trading/prices/hand-over.ts",
      replace: 'signal.addEventListener("abort", end, { once: true });',
      by: 'signal.addEventListener("abort", end);',
      foundBy: {
        "packages/application/src/trading/prices/hand-over.test.ts": [
          "lets go of its signal, and of whoever still gives, as that aborts",
        ],
      },
    },
    {
      name: "A provider's line outlives whoever listened",
      file: "packages/application/src/trading/prices/failover.ts",
      replace: "for (const line of lines.values()) line.abort();",
      by: "for (const line of lines.values()) line.signal.throwIfAborted();",
      foundBy: {
        "packages/application/src/trading/prices/failover.test.ts": [
          "ends every line as its listener leaves, and lets go of the signal it was given",
        ],
      },
    },
    {
      name: "Two providers are in dispute for ever",
      file: "packages/application/src/trading/prices/opinions.ts",
      replace: "    disputes.delete(ticker);\n    return false;",
      by: "    return true;",
      foundBy: {
        "packages/application/src/trading/prices/opinions.test.ts": [
          "is disputed for five minutes where two are apart about one minute, or until they agree",
        ],
      },
    },
    {
      name: "Providers are in dispute about prices of other minutes",
      file: "packages/application/src/trading/prices/opinions.ts",
      replace: " && Math.abs(at - opinion.at) <= SAME_TIME_MS",
      by: "",
      foundBy: {
        "packages/application/src/trading/prices/opinions.test.ts": [
          "is not disputed where they speak of other minutes, or one speaks twice",
        ],
      },
    },
    {
      name: "A provider that speaks again ends its dispute",
      file: "packages/application/src/trading/prices/opinions.ts",
      replace: "other !== provider && ",
      by: "",
      foundBy: {
        "packages/application/src/trading/prices/opinions.test.ts": [
          "is not disputed where they speak of other minutes, or one speaks twice",
        ],
      },
    },
    {
      name: "One call too many keeps all that is not streamed from being followed",
      file: "packages/adapters-broker/src/alpaca/follow-rest.ts",
      replace: "const unserved = tickers.filter((ticker) => !polled.has(ticker));",
      by: "if (failure) polled.clear();\n    const unserved = tickers.filter((ticker) => !polled.has(ticker));",
      foundBy: {
        [REST_TEST]: ["is asked for as far as the calls reach, the most important first"],
      },
    },
    {
      name: "Who asks often enough keeps all that is not streamed from being followed",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-data.ts",
      replace: "const CALLS = { perMinute: 180, reserve: 6 };",
      by: "const CALLS = { perMinute: 180, reserve: 0 };",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-market-stream.test.ts": [
          "goes on asking for what the plan does not stream where people ask as often as they may",
        ],
      },
    },
    {
      name: "Symbols that anybody looks up take every call there is",
      file: "packages/adapters-broker/src/alpaca/follow-rest.ts",
      replace: "tickers.slice(0, FOLLOWED_MAX)",
      by: "tickers.slice(0)",
      foundBy: {
        [REST_TEST]: ["takes no more than half of the calls, however many symbols are looked up"],
      },
    },
    {
      name: "A call that is refused for its symbols keeps the next ones from being followed",
      file: "packages/adapters-broker/src/alpaca/follow-rest.ts",
      replace:
        'if (error.trouble.reason !== "unreadable" && error.trouble.reason !== "not-found") break;',
      by: "break;",
      foundBy: {
        [REST_TEST]: ["is followed where a call that is refused for its symbols went before"],
      },
    },
    {
      name: "A slip hides the lowest price that is believed",
      file: "packages/adapters-broker/src/alpaca/waiting-news.ts",
      replace: "if (!waiting || (isJump && stretches.length < STRETCHES_MAX)) {",
      by: "if (!waiting || (isJump && stretches.length < 0)) {",
      foundBy: {
        "packages/adapters-broker/src/alpaca/waiting-news.test.ts": [
          "holds the extremes of what is believed, also beside a price that is not",
        ],
      },
    },
  ],
};
