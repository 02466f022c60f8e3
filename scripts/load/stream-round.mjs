import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { inRoot, say } from "../workspace.mjs";
import { quantilesOf, quantileText } from "./quantiles.mjs";
import { openStream } from "./streams.mjs";

/** What one user may have open, of so many sign-ins. */
const PER_USER = 10;
const PER_SIGN_IN = 4;
const OPENED_AT_ONCE = 50;
const OPEN_WITHIN_MS = 60_000;

/**
 * Opens so many live streams and measures how old the server's own time is when it arrives: each
 * heartbeat says when it was sent, and all streams get theirs at once.
 */
export async function streamRound({ databaseUrl, query, server, count, seconds }) {
  const cookies = await addWatchers({ databaseUrl, query }, count);
  const delivered = [];
  let pushes = 0;
  let refused = 0;
  let isMeasuring = false;
  const hear = (text) => {
    pushes += 1;
    if (!isMeasuring) return;
    const now = performance.timeOrigin + performance.now();
    for (const [, at] of text.matchAll(/"type":"heartbeat","at":(\d+)/g))
      delivered.push(Math.max(0, now - Number(at)));
  };
  const streams = [];
  for (const cookie of cookies) {
    streams.push(openStream(server.url, cookie, { onPush: hear, onRefused: () => (refused += 1) }));
    if (streams.length % OPENED_AT_ONCE === 0) await pause(100);
  }
  const end = performance.now() + OPEN_WITHIN_MS;
  const openCount = () => streams.filter((stream) => stream.isOpen()).length;
  while (openCount() + refused < count && performance.now() < end) await pause(200);
  // What each window is told whole at its beginning is another thing.
  await pause(10_000);
  isMeasuring = true;
  const before = pushes;
  await pause(1_000 * seconds);
  isMeasuring = false;
  say(
    `\n${openCount()} live streams, ${refused} refused, ${Math.round((pushes - before) / seconds)} pushes/s`,
  );
  say(`delivery of ${delivered.length} heartbeats: ${quantileText(quantilesOf(delivered))}`);
  say(`server ${Math.round(server.rssMb())} MB`);
  if (openCount() < count) process.exitCode = 1;
  for (const stream of streams) stream.close();
}

/** Users with an account that rests, signed in often enough for so many streams; a cookie each. */
async function addWatchers({ databaseUrl, query }, count) {
  const users = Math.ceil(count / PER_USER);
  const { accountIdOf, addAccounts } = await import(
    inRoot("packages/cli/dist/testing/worker-load/many-accounts.js")
  );
  const { STOCKS } = await import("@sevenfold/domain/stocks");
  await addAccounts(
    databaseUrl,
    users,
    STOCKS.map(({ ticker }) => ticker),
  );
  await query(
    databaseUrl,
    `UPDATE user_broker_profiles SET status = 'disabled', status_reason = 'paused'
     WHERE account_label = 'Primary Account' AND id::text LIKE '00000000-0000-4000-8000-%'`,
  );
  const rows = [];
  const cookies = [];
  const now = Date.now();
  for (let index = 0; index < count; index += 1) {
    const userId = accountIdOf(1 + Math.floor(index / PER_USER));
    const ofUser = index % PER_USER;
    if (ofUser % PER_SIGN_IN === 0) {
      const sid = randomBytes(32).toString("hex");
      const sess = JSON.stringify({
        ...{ userId, signedInAt: now, lastSeenAt: now, endsAt: now + 43_200_000 },
        device: "load",
      });
      const hash = createHash("sha256").update(sid).digest("hex");
      rows.push(`('${hash}', '${sess}', now() + interval '12 hours', '${userId}')`);
      cookies.push(`sf=${sid}`);
    } else cookies.push(cookies.at(-1));
  }
  await query(
    databaseUrl,
    `INSERT INTO sessions (sid, sess, expire, user_id) VALUES ${rows.join()}`,
  );
  return cookies;
}
