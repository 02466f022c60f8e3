import type { MutantGroup } from "./mutant.ts";

const SIGN_IN = "packages/adapters-broker/src/etrade/etrade-sign-in.test.ts";
const VENUE_TIME = "packages/application/src/trading/session/note-venue-time.test.ts";

export const BROKER_FAULTS: MutantGroup = {
  breaks: "What brokers and the lines to them do wrong",
  mutants: [
    {
      name: "An order whose line broke is sent once more by itself",
      file: "packages/adapters-broker/src/alpaca/alpaca-broker.ts",
      replace: 'if (answer.kind === "lost") return { kind: "unknown", message: answer.message };',
      by: 'if (answer.kind === "lost") {\n    await call({ method: "POST", path: "/v2/orders", body: orderToWire(order), purpose: "ordinary" });\n    return { kind: "unknown", message: answer.message };\n  }',
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-conformance.test.ts": [
          "repeats no order by itself (unknown/never-repeated)",
        ],
      },
    },
    {
      name: "An order of which nothing is heard any more rests for ever",
      file: "packages/application/src/trading/orders/cancel-automated-orders.ts",
      replace: "SILENT_MAX_MS < now - updatedAt;",
      by: "now < updatedAt - SILENT_MAX_MS;",
      foundBy: {
        "packages/application/src/trading/session/worker-and-broker.test.ts": [
          "takes back an order of its own of which nothing is heard any more",
        ],
      },
    },
    {
      name: "A sign-in is used beyond midnight in New York",
      file: "packages/adapters-broker/src/etrade/etrade-line.ts",
      replace: "    if (access.expiresAt <= now()) return signedOut(NIGHT);\n",
      by: "",
      foundBy: { [SIGN_IN]: ["says on the line of notices that the door is shut, once"] },
    },
    {
      name: "A token that sleeps is woken by another call than the one for it",
      file: "packages/adapters-broker/src/etrade/etrade-tokens.ts",
      replace: 'path: "/oauth/renew_access_token"',
      by: 'path: "/oauth/request_token"',
      foundBy: {
        [SIGN_IN]: [
          "is renewed less and less often while E*TRADE does not answer, and works again after",
        ],
      },
    },
    {
      name: "A time that E*TRADE refuses is not said to be our clock's fault",
      file: "packages/adapters-broker/src/etrade/etrade-http.ts",
      replace: 'if (answer.kind !== "refused" || answer.why !== "clock") return answer;',
      by: 'if (answer.kind === "refused" || answer.kind === "ok") return answer;',
      foundBy: { [SIGN_IN]: ["blames our clock when that is what is wrong"] },
    },
    {
      name: "A clock that the broker contradicts goes on entering",
      file: "packages/application/src/trading/session/note-venue-time.ts",
      replace: "const isTooFar = SKEW_MS_MAX < Math.abs(aheadMs);",
      by: "const isTooFar = SKEW_MS_MAX === Math.abs(aheadMs);",
      foundBy: {
        [VENUE_TIME]: [
          "ahead enters nothing, says so, and heals by itself",
          "behind enters nothing, says so, and heals by itself",
        ],
      },
    },
    {
      name: "An order that E*TRADE holds is asked for no more",
      file: "packages/adapters-broker/src/etrade/etrade-orders.ts",
      replace: ' || report.state === "suspended")',
      by: ")",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-seen-open.test.ts": [
          "asks on for one that E*TRADE holds under a word that nobody knows",
        ],
      },
    },
    {
      name: "An order of others that cannot be read makes an account unreadable",
      file: "packages/adapters-broker/src/etrade/etrade-orders.ts",
      replace: "if (!reading && !isOfOthers(row.loose)) throw",
      by: "if (!reading) throw",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-odd-rows.test.ts": [
          "is read where one of shares says that it is of others and cannot be read in its count",
        ],
        "packages/adapters-broker/src/etrade/etrade-conformance.test.ts": [
          "lists the orders for whole shares, and nothing else (foreign/orders-apart)",
        ],
      },
    },
    {
      name: "An Alpaca order of others that cannot be read makes an account unreadable",
      file: "packages/adapters-broker/src/alpaca/alpaca-rows.ts",
      replace: "if (!report && !isOfOthers(row.loose)) throw",
      by: "if (!report) throw",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-odd-answers.test.ts": [
          "is read beside an order that cannot be, where its key says that it is of others",
        ],
      },
    },
    {
      name: "A time without an offset is one of this machine's zone",
      file: "packages/adapters-broker/src/instant-from-text.ts",
      replace: "Date.parse(isLocal ? `${text}Z` : text)",
      by: "Date.parse(isLocal ? `${text}` : text)",
      foundBy: {
        "packages/adapters-broker/src/instant-from-text.test.ts": [
          "reads 2026-03-11T14:30:00 as the same instant in every zone",
        ],
      },
    },
    {
      name: "An order that may be ours is passed over where it cannot be read",
      file: "packages/adapters-broker/src/etrade/etrade-orders.ts",
      replace: "if (!reading && !isOfOthers(row.loose)) throw",
      by: 'if (!reading && row.loose.orderId === "") throw',
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-odd-rows.test.ts": [
          "fails by its name where one does not say that it is of others by a word that nobody knows",
        ],
      },
    },
    {
      name: "A symbol is ordered that an order of others may sell short",
      file: "packages/application/src/trading/account/foreign-standing.ts",
      replace: "[...holdings, ...orders].flatMap",
      by: "[...holdings, ...orders.slice(orders.length)].flatMap",
      foundBy: {
        "packages/application/src/trading/reconciliation/foreign-things.test.ts": [
          "lets nobody order what an order of others there may sell short, as long as that is open",
        ],
      },
    },
    {
      name: "Positions end with the first page where nobody says how many there are",
      file: "packages/adapters-broker/src/etrade/etrade-positions.ts",
      replace: "told.length === 0 ? !isFull",
      by: "told.length === 0 ? true",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-odd-lists.test.ts": [
          "is read to its end where it does not say",
        ],
      },
    },
    {
      name: "An empty list that is null makes an account unreadable",
      file: "packages/adapters-broker/src/etrade/etrade-wire.ts",
      replace: ".union([z.null(), z.array(shape)",
      by: ".union([z.array(shape)",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-odd-lists.test.ts": ["is so where it is null"],
      },
    },
    {
      name: "An order that does not say how much of it traded has traded nothing",
      file: "packages/adapters-broker/src/alpaca/alpaca-mapping.ts",
      replace: "wire.filled_qty == null && !UNTRADED.has(wire.status)",
      by: 'wire.filled_qty === ""',
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-odd-answers.test.ts": [
          "is read where a canceled order does not say how much of it traded",
        ],
      },
    },
    {
      name: "A page that names itself as the next one is asked for until no call is left",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-data.ts",
      replace: "        if (next === pageToken) break;\n",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-odd-answers.test.ts": [
          "is asked no more where a page names itself as the next one",
        ],
      },
    },
    {
      name: "A wrong time in an answer silences an account for hours",
      file: "packages/adapters-broker/src/alpaca/alpaca-http.ts",
      replace: "0 < leftMs && leftMs <= 60_000 ? leftMs",
      by: "0 < leftMs ? leftMs",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-misbehaving-venue.test.ts": [
          "waits no longer than a minute where it is told 3600 seconds",
        ],
      },
    },
    {
      name: "An answer that was overtaken makes a venue's calls more again",
      file: "packages/adapters-broker/src/call-budget.ts",
      replace: "this.#reported.left = Math.min(this.#reported.left, left)",
      by: "this.#reported.left = left",
      foundBy: {
        "packages/adapters-broker/src/call-budget.test.ts": [
          "believes the fewest of what the venue said within a minute: answers overtake each other",
        ],
      },
    },
    {
      name: "A sale at no price of the moment is decided on",
      file: "packages/adapters-broker/src/alpaca/alpaca-market-mapping.ts",
      replace: "isOfTheMoment(wire.c, wire.z) ? printFromWire(wire.S, wire) : undefined",
      by: "printFromWire(wire.S, wire)",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-market-stream.test.ts": [
          "passes over a sale that was not made at the price of the moment: an average",
        ],
      },
    },
    {
      name: "A sign-in to the stream of orders is waited for for ever",
      file: "packages/adapters-broker/src/alpaca/alpaca-notices.ts",
      replace: '        awaitAnswer("the sign-in");\n',
      by: "",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-notices.test.ts": [
          "is opened anew when the sign-in is never answered",
        ],
      },
    },
    {
      name: "A stream that refused the keys is left open",
      file: "packages/adapters-broker/src/alpaca/alpaca-notices.ts",
      replace: "          hangUp(KEYS_REFUSED.message);\n",
      by: "          clearTimeout(patience);\n",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-notices.test.ts": [
          "is not left open by keys that are refused, which is said once",
        ],
      },
    },
    {
      name: "A stream that tells of no orders counts as connected",
      file: "packages/adapters-broker/src/alpaca/alpaca-notices.ts",
      replace: " && frame.data.streams.includes(ORDERS)",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-notices.test.ts": [
          "is not taken for connected where it tells of no orders",
        ],
      },
    },
    {
      name: "A coin that was paid for in another moves dollars",
      file: "packages/adapters-broker/src/alpaca/alpaca-foreign-reading.ts",
      replace: "isForeignFill(fill) && isForDollars(fill)",
      by: "isForeignFill(fill) && isForDollars !== undefined",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-foreign-reading.test.ts": [
          "tell no cash of a coin that was paid for in another",
        ],
      },
    },
    {
      name: "A full page of transactions is the last where it says so",
      file: "packages/adapters-broker/src/etrade/etrade-activities.ts",
      replace: " || (ROWS_PER_PAGE <= rows.length && known < found.size)",
      by: " || (ROWS_PER_PAGE <= rows.length && known > found.size)",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-activities.test.ts": [
          "is read on where a page is full and names the next, though it says that there is no more",
        ],
      },
    },
    {
      name: "The older of two prices of one millisecond counts",
      file: "packages/adapters-broker/src/alpaca/waiting-news.ts",
      replace: "Number(one === last) - Number(other === last)",
      by: "Number(other === last) - Number(one === last)",
      foundBy: {
        "packages/adapters-broker/src/alpaca/waiting-news.test.ts": [
          "tells the newest of one millisecond last, though it is the lowest as well",
        ],
      },
    },
  ],
};
