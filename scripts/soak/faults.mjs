import { setTimeout as pause } from "node:timers/promises";

/** Each round one of them; what it does is over before the next. */
const FAULTS = [
  [
    "the exchange takes orders and drops the answer",
    script({ on: "POST /v2/orders", does: "drop", times: 10 }),
  ],
  ["reads fail with 503", script({ on: "GET /v2/*", does: "status", status: 503, times: 200 })],
  ["the database's connections are cut", (products) => cutConnections(products)],
  ["fills come twice", script({ on: "trade_updates", does: "duplicate", times: 50 })],
  ["the worker stands still for 8 s", (products) => frozen(products, "worker", 8_000)],
  ["fills are lost on their way", script({ on: "trade_updates", does: "drop", times: 20 })],
  [
    "answers are late by 3 s",
    script({ on: "* /v2/*", does: "delay", ms: 3_000, when: "after", times: 60 }),
  ],
  ["price lines are cut", script({ on: "prices", does: "kill", times: 4 })],
  [
    "the exchange says 429",
    script({ on: "POST /v2/orders", does: "status", status: 429, times: 20 }),
  ],
  ["the exchange crashes and comes back", (products) => products.crashExchange()],
  ["answers are cut in half", script({ on: "GET /v2/*", does: "malform", times: 50 })],
  ["the API stands still for 8 s", (products) => frozen(products, "api", 8_000)],
  ["fills come in another order", script({ on: "trade_updates", does: "reorder", times: 50 })],
  ["price lines stall", script({ on: "prices", does: "stall", times: 2 })],
];

/** Begins a round of faults that ends when it is stopped. */
export function openFaults(products, everySeconds) {
  const made = new Map();
  const stopping = new AbortController();
  const run = async () => {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      const [name, make] = FAULTS[round % FAULTS.length];
      await pause(1_000 * everySeconds, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await make(products);
        made.set(name, (made.get(name) ?? 0) + 1);
      } catch (error) {
        made.set(`${name}: FAILED ${error.message}`, 1);
      }
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      await put(products, []).catch(() => {});
    },
    rows: () => [
      "\nFaults",
      ...[...made].map(([name, times]) => `  ${String(times).padStart(4)} × ${name}`),
    ],
  };
}

function script(fault) {
  return (products) => put(products, [fault]);
}

async function put({ urls }, faults) {
  const answer = await fetch(`${urls.exchange}/control/faults`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ faults }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

const cutConnections = ({ query }) =>
  query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

async function frozen({ signal }, name, ms) {
  signal(name, "SIGSTOP");
  await pause(ms);
  signal(name, "SIGCONT");
}
