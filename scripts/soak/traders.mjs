import { openConnection, requestText } from "../load/connection.mjs";
import { openStream } from "../load/streams.mjs";
import { signInUsers } from "../load/users.mjs";

/** What a dashboard without its stream would ask for, each about every ten seconds. */
const POLLED = [
  "/api/worker/status",
  "/api/portfolio/daily-change",
  "/api/account",
  "/api/positions",
  "/api/trades",
  "/api/decisions",
];
const EVERY_MS = 2_000;
/** Quick to buy and to sell, so that an hour has thousands of orders. */
const RULES = {
  ...{ buyDropPct: 1.1, sellRisePct: 1.1, takeProfitFromEntryPct: 1.1 },
  ...{ sharesToBuy: 1, sharesToSell: 3, minCashReserve: 0, patternConfirmation: "off" },
};
const RISK = { maxPosPct: 50, dailyLossLimitPct: 50, coolDownSec: 20 };

/** Visitors whose accounts trade by themselves; each has a window open and one that polls. */
export async function openTraders({ urls: { api: url } }, count) {
  const users = await signInUsers(url, count);
  const change = async (cookie, method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie,
        "content-type": "application/json",
        "x-requested-with": "sevenfold",
        "sec-fetch-site": "same-origin",
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  for (const cookie of users) {
    await change(cookie, "PUT", "/api/trading-config", RULES);
    await change(cookie, "PUT", "/api/risk", RISK);
    await change(cookie, "POST", "/api/worker/toggle", { enabled: true });
  }
  let asked = 0;
  let pushed = 0;
  let isOver = false;
  const streams = users.map((cookie) =>
    openStream(url, cookie, { onPush: () => (pushed += 1), isKept: true }),
  );
  const timers = users.map((cookie, index) => {
    const connection = openConnection(url);
    let turn = index;
    let isAsking = false;
    const ask = async () => {
      if (isOver || isAsking) return;
      isAsking = true;
      turn += 1;
      const path = POLLED[turn % POLLED.length];
      await connection.ask(requestText({ method: "GET", path, cookie, encoding: "gzip" }));
      asked += 1;
      isAsking = false;
    };
    return setInterval(ask, EVERY_MS);
  });
  return {
    count,
    asked: () => asked,
    pushed: () => pushed,
    stop() {
      isOver = true;
      timers.forEach(clearInterval);
      for (const stream of streams) stream.close();
    },
  };
}
