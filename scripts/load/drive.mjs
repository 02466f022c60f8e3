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
].map(([method, path, times, body]) => ({
  ...{ name: `${method} ${path}`, method, path, times },
  bodyOf: typeof body === "function" ? body : undefined,
  body: typeof body === "function" ? undefined : textOf(body),
}));

/** Each call as often as it is asked for. */
const TURNS = MIX.flatMap((call) => Array.from({ length: call.times }, () => call));

/**
 * Asks over so many kept-alive connections for so long, and measures every answer. The connections are
 * dealt to the servers by turns, so every user asks all of them, as through a balancer.
 */
export async function drive({ urls, users, connections, encoding, rate, seconds }) {
  const times = new Map(MIX.map(({ name }) => [name, []]));
  // What is asked is written out once: the generator stands on the server's own processors.
  const texts = users.map((cookie) => {
    const textOfCall = (call) => requestText({ ...call, cookie, encoding });
    return new Map(MIX.map((call) => [call, call.bodyOf ? undefined : textOfCall(call)]));
  });
  let errors = 0;
  let asked = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  const pause = rate === undefined ? () => undefined : pausesOf(start, rate);

  const lane = async (index) => {
    const connection = openConnection(urls[index % urls.length]);
    while (performance.now() < end) {
      const turn = asked;
      asked += 1;
      const pausing = pause(turn);
      if (pausing) await pausing;
      // A stride that shares no factor with the mix, so that calls are well mixed.
      const call = TURNS[(turn * 31) % TURNS.length];
      const user = turn % users.length;
      const text =
        texts[user].get(call) ??
        requestText({ ...call, body: textOf(call.bodyOf(turn)), cookie: users[user], encoding });
      const began = performance.now();
      const status = await connection.ask(text);
      if (status !== 200) errors += 1;
      times.get(call.name).push(performance.now() - began);
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

/** How long a turn has to wait; undefined for one that is late. Turns come in order: one timer does for all. */
function pausesOf(start, rate) {
  const waiting = [];
  let first = 0;
  const look = () => {
    const now = performance.now();
    while (first < waiting.length && waiting[first].at <= now) {
      waiting[first].go();
      first += 1;
    }
    if (first < waiting.length) setTimeout(look, waiting[first].at - now);
    else {
      waiting.length = 0;
      first = 0;
    }
  };
  return (turn) => {
    const at = start + (turn / rate) * 1_000;
    const left = at - performance.now();
    if (left <= 0) return undefined;
    return new Promise((go) => {
      if (waiting.length === 0) setTimeout(look, left);
      waiting.push({ at, go });
    });
  };
}

function textOf(body) {
  return body && JSON.stringify(body);
}
