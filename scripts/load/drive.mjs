import { openConnection, requestText } from "./connection.mjs";
import { quantilesOf } from "./quantiles.mjs";

/** What an open dashboard asks for within a minute, and one change in twenty requests. */
const MIX = [
  ["GET", "/api/worker/status", 12],
  ["GET", "/api/portfolio/daily-change", 12],
  ["GET", "/api/account", 18],
  ["GET", "/api/portfolio", 6],
  ["GET", "/api/positions", 6],
  ["GET", "/api/trades", 6],
  ["GET", "/api/positions/with-prices", 2],
  ["GET", "/api/portfolio/summary", 2],
  ["GET", "/api/goals/performance", 2],
  ["GET", "/api/subscription/status", 2],
  ["GET", "/api/market/hours", 1],
  ["POST", "/api/watchlist", 3, { ticker: "AAPL" }],
  // Another value each time: settings that stay as they are would not be written.
  ["PUT", "/api/risk", 1, (turn) => ({ coolDownSec: 300 + (turn % 600) })],
].flatMap(([method, path, times, body]) =>
  Array.from({ length: times }, () => ({
    name: `${method} ${path}`,
    method,
    path,
    bodyOf: typeof body === "function" ? body : () => body,
  })),
);

/**
 * Asks over so many kept-alive connections for so long, and measures every answer. The connections are
 * dealt to the servers by turns, so every user asks all of them, as through a balancer.
 */
export async function drive({ urls, users, connections, encoding, rate, seconds }) {
  const times = new Map();
  let errors = 0;
  let asked = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;

  const lane = async (index) => {
    const connection = openConnection(urls[index % urls.length]);
    while (performance.now() < end) {
      const turn = asked;
      asked += 1;
      if (rate !== undefined) await until(start + (turn / rate) * 1_000);
      // A stride that shares no factor with the mix, so that calls are well mixed.
      const call = MIX[(turn * 31) % MIX.length];
      const began = performance.now();
      const cookie = users[turn % users.length];
      const status = await connection.ask(
        requestText({ ...call, body: textOf(call.bodyOf(turn)), cookie, encoding }),
      );
      if (status !== 200) errors += 1;
      const known = times.get(call.name);
      if (known) known.push(performance.now() - began);
      else times.set(call.name, [performance.now() - began]);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => lane(index)));

  const all = [...times.values()].flat();
  return {
    requests: all.length,
    seconds: (performance.now() - start) / 1_000,
    errors,
    ...quantilesOf(all),
    calls: [...times].map(([name, own]) => ({ name, count: own.length, ...quantilesOf(own) })),
  };
}

const textOf = (body) => body && JSON.stringify(body);

const until = (at) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
