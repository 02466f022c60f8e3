import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { say } from "../workspace.mjs";

/** What is dear to answer: whole histories as files, and their pages with all columns. */
const LARGE = [
  "/api/trades.csv",
  "/api/decisions.csv",
  "/api/orders.csv",
  "/api/trades/page?limit=500",
  "/api/decisions/page?limit=500",
  "/api/portfolio/equity?range=all",
];
const AT_ONCE = 48;
const BODY_BYTES = 8 * 1024 * 1024;
const SLOW_READERS = 100;
const RETURNS_TO = 1.5;
const RETURNS_WITHIN_MS = 120_000;

/**
 * Asks for much, from many who read slowly or send too much, and sees whether the server's memory comes
 * back to where it was.
 */
export async function memoryRound({ server, users, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const base = { agent, url: server.url };
  // What is kept for everyday work is there before.
  for (const path of LARGE) await asked(base, { path, cookie: users[0] });
  await pause(5_000);
  const before = server.rssMb();
  let peak = before;
  let answers = 0;
  let bytes = 0;
  const statuses = new Map();
  const end = performance.now() + 1_000 * seconds;
  const lane = async (index) => {
    for (let turn = index; performance.now() < end; turn += 1) {
      const cookie = users[turn % users.length];
      const isBody = turn % 10 === 9;
      const answer = await asked(
        base,
        isBody
          ? { path: "/api/watchlist", method: "POST", cookie, body: Buffer.alloc(BODY_BYTES, 97) }
          : { path: LARGE[turn % LARGE.length], cookie },
      );
      answers += 1;
      bytes += answer.bytes;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  const watch = setInterval(() => {
    peak = Math.max(peak, server.rssMb());
  }, 100);
  const slow = Array.from({ length: SLOW_READERS }, (_, index) =>
    slowReader(server.url, users[index % users.length]),
  );
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => lane(index)));
  for (const reader of slow) reader.destroy();
  agent.destroy();
  const late = performance.now() + RETURNS_WITHIN_MS;
  const stopped = performance.now();
  while (RETURNS_TO * before < server.rssMb() && performance.now() < late) await pause(500);
  clearInterval(watch);
  const after = server.rssMb();
  const times = after / before;
  say(
    `\n${answers} large answers, ${Math.round(bytes / 2 ** 20)} MB, ${[...statuses].map(([status, n]) => `${n} × ${status}`).join(", ")}; ${SLOW_READERS} slow readers`,
  );
  say(
    `memory: ${Math.round(before)} MB before, ${Math.round(peak)} MB at most, ${Math.round(after)} MB ${((performance.now() - stopped) / 1_000).toFixed(0)} s after: ${times.toFixed(2)} × of before`,
  );
  if (RETURNS_TO < times) process.exitCode = 1;
}

/** Counts the answer and keeps nothing of it; a broken connection answers 0. */
function asked({ agent, url }, { path, method = "GET", cookie, body }) {
  return new Promise((resolve) => {
    const headers = {
      cookie,
      "x-requested-with": "sevenfold",
      "sec-fetch-site": "same-origin",
      ...(body && { "content-type": "application/json", "content-length": body.length }),
    };
    const sent = request(url + path, { agent, method, headers }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk) => {
        bytes += chunk.length;
      });
      answer.on("close", () => resolve({ status: answer.statusCode, bytes }));
    });
    sent.on("error", () => resolve({ status: 0, bytes: 0 }));
    sent.end(body);
  });
}

/** Asks for a whole history and does not read what comes. */
function slowReader(url, cookie) {
  const sent = request(`${url}/api/trades.csv`, { headers: { cookie } }, (answer) =>
    answer.pause(),
  );
  sent.on("error", () => {});
  sent.end();
  return sent;
}
