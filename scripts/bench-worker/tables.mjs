const ms = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const spread = ({ half, p99, slowest }) =>
  `p50 ${ms(half)}   p99 ${ms(p99)}   slowest ${ms(slowest)}`;
/** By what prices cost, and by what orders do: at rest the former says more, in a burst the latter. */
const asked = ({ asked: { calls, transactions }, orders, ticks }) =>
  `${(calls / ticks).toFixed(2)} calls and ${(transactions / ticks).toFixed(3)} transactions a tick, ${Math.round(calls / Math.max(1, orders))} calls an order`;
const ofCore = (cores) => `${Math.round(100 * cores)}% of a core`;

/** What a person would ask first of one worker under its everyday load. */
export const latencyRows = (measured) =>
  [
    `\n${measured.accounts} accounts, 85 symbols, ${measured.ticks} ticks, ${measured.orders} orders, ${measured.fills} fills`,
    `  tick → decision of all accounts    ${spread(measured.decided)}`,
    `  tick → intent committed            ${spread(measured.committed)}`,
    `  decision → intent committed        ${spread(measured.written)}`,
    `  event loop delay                   ${spread(measured.loopDelay)}`,
    `  worker                             ${ofCore(measured.cores)}, ${Math.round(measured.rssMb)} MB, all accounts taken up within ${(measured.attachedMs / 1_000).toFixed(1)} s`,
    `  asked of the storage               ${asked(measured)}`,
    ...callRows(measured),
    ...endRows(measured),
  ].join("\n");

export const burstRows = (measured) =>
  [
    `\nA burst of ${measured.ticks} ticks at ${measured.accounts} accounts, ${measured.orders} orders, ${measured.fills} fills`,
    `  tick → decision of all accounts    ${spread(measured.decided)}`,
    `  tick → intent committed            ${spread(measured.committed)}`,
    `  decision → intent committed        ${spread(measured.written)}`,
    `  worker                             ${ofCore(measured.cores)}`,
    `  asked of the storage               ${asked(measured)}`,
    ...callRows(measured),
    ...endRows(measured),
  ].join("\n");

const CALLS_SHOWN = 12;

/** What the storage is asked most often, in calls a second. */
const callRows = ({ calls, seconds }) =>
  Object.entries(calls)
    .slice(0, CALLS_SHOWN)
    .map(([name, count]) => `    ${name.padEnd(33)}${(count / seconds).toFixed(1)} a second`);

function endRows({ fillsLost, troubles }) {
  if (fillsLost !== 0) process.exitCode = 1;
  return [
    `  fills lost                         ${fillsLost}`,
    ...troubles.map((line) => `  in the log: ${line}`),
  ];
}

/** One row for each number of accounts; what an account costs is its share of a core. */
export function costRows(rows) {
  const head =
    "\n  accounts   of a core   per account   p99 decision   p99 committed   memory   fills";
  const lines = rows.map(({ accounts, cores, decided, committed, rssMb, fills }) =>
    [
      String(accounts).padStart(10),
      `${(100 * cores).toFixed(1)}%`.padStart(12),
      `${((1e6 * cores) / accounts).toFixed(0)} µs/s`.padStart(14),
      ms(decided.p99).padStart(15),
      ms(committed.p99).padStart(16),
      `${Math.round(rssMb)} MB`.padStart(9),
      String(fills).padStart(8),
    ].join(""),
  );
  return [head, ...lines].join("\n");
}
