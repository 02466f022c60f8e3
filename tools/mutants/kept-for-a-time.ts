import type { MutantGroup } from "./mutant.ts";

const ROWS = "packages/adapters-persistence/src";
const SUITE = `${ROWS}/expanded-storage.test.ts`;
const SWEEP = "packages/application/src/trading/session/sweep-old-rows.ts";
const SWEEP_TEST = "packages/application/src/trading/session/sweep-old-rows.test.ts";

export const KEPT_FOR_A_TIME: MutantGroup = {
  breaks: "How long rows are kept, and of whom",
  mutants: [
    {
      name: "A user whose demo is not over is removed",
      file: `${ROWS}/users/typeorm-user-store.ts`,
      replace: "WHERE is_demo AND expires_at <= $1 ORDER",
      by: "WHERE is_demo AND expires_at <= $1::timestamptz + interval '1 day' ORDER",
      foundBy: {
        [SUITE]: ["removes an expired demo user with everything that is theirs, and nobody else"],
      },
    },
    {
      name: "A user who registered is removed as a demo that is over",
      file: `${ROWS}/users/typeorm-user-store.ts`,
      replace: "WHERE is_demo AND expires_at <= $1 ORDER",
      by: "WHERE expires_at <= $1 ORDER",
      foundBy: {
        [SUITE]: ["removes an expired demo user with everything that is theirs, and nobody else"],
      },
    },
    {
      name: "All demos that are over are removed in one statement, which takes longer than any may",
      file: `${ROWS}/users/typeorm-user-store.ts`,
      replace: "ORDER BY expires_at, id LIMIT $2)",
      by: "AND 0 < $2)",
      foundBy: {
        [SUITE]: ["removes an expired demo user with everything that is theirs, and nobody else"],
      },
    },
    {
      name: "The worker asks for any number of demos that are over to be removed at once",
      file: "packages/application/src/trading/session/run-worker.ts",
      replace: "users.removeExpired(at, EXPIRED_AT_ONCE)",
      by: "users.removeExpired(at, 1_000)",
      foundBy: {
        "packages/application/src/trading/session/run-worker.test.ts": [
          "removes demo visitors of whom many are over a few at a time, and all in the end",
        ],
      },
    },
    {
      name: "A sign-in is good at the instant at which it ends",
      file: `${ROWS}/sign-ins/typeorm-sign-in-store.ts`,
      replace: "AND expire > $2",
      by: "AND expire >= $2",
      foundBy: {
        [SUITE]: ["keeps a sign-in until its time is over"],
      },
    },
    {
      name: "A sign-in whose time is over is listed as open",
      file: `${ROWS}/sign-ins/typeorm-sign-in-store.ts`,
      replace: "where: { userId, expiresAt: MoreThan(at) }",
      by: "where: { userId }",
      foundBy: {
        [SUITE]: ["keeps a sign-in until its time is over"],
      },
    },
    {
      name: "Every sign-in ends where all but one are to end",
      file: `${ROWS}/sign-ins/typeorm-sign-in-store.ts`,
      replace: "        ...(keepSidHash === undefined ? {} : { sidHash: Not(keepSidHash) }),\n",
      by: "",
      foundBy: {
        [SUITE]: ["ends all sign-ins of a user, or all but one, and nobody else's"],
      },
    },
    {
      name: "A throttle is forgotten while it counts",
      file: `${ROWS}/throttles/typeorm-throttle-store.ts`,
      replace: "{ forgetAt: LessThanOrEqual(at) }",
      by: "{ count: LessThanOrEqual(at) }",
      foundBy: {
        [SUITE]: ["forgets throttles whose time is over"],
      },
    },
    {
      name: "A request's key is forgotten while it may come again",
      file: `${ROWS}/requests/typeorm-request-store.ts`,
      replace: "idempotency_keys WHERE at < $1 ORDER",
      by: "idempotency_keys WHERE $1::timestamptz IS NOT NULL ORDER",
      foundBy: {
        [SUITE]: ["forgets old requests, decisions and workers, and nothing younger"],
      },
    },
    {
      name: "A decision of today is swept away",
      file: `${ROWS}/decisions/typeorm-decision-store.ts`,
      replace: "account.id AND at < $1",
      by: "account.id AND $1::timestamptz IS NOT NULL",
      foundBy: {
        [SUITE]: ["forgets old requests, decisions and workers, and nothing younger"],
      },
    },
    {
      name: "Old decisions wait behind what a clock that was ahead wrote before them",
      file: `${ROWS}/decisions/typeorm-decision-store.ts`,
      replace: "account.id AND at < $1",
      by: "account.id AND at < $1 AND id <= (SELECT max(id) FROM (SELECT id FROM decisions ORDER BY id LIMIT $2) AS first)",
      foundBy: {
        [SUITE]: [
          "forgets old decisions of every account, whatever a clock that was ahead wrote before them",
        ],
      },
    },
    {
      name: "A worker of today is swept away",
      file: `${ROWS}/workers/typeorm-worker-store.ts`,
      replace: "{ at: LessThan(at) }",
      by: "{ brokerConnected: true }",
      foundBy: {
        [SUITE]: ["forgets old requests, decisions and workers, and nothing younger"],
      },
    },
    {
      name: "A notice of a payment is forgotten before it is done",
      file: `${ROWS}/payment-notices/typeorm-payment-notice-store.ts`,
      replace: "{ doneAt: Not(IsNull()), heardAt: LessThan(at) }",
      by: "{ heardAt: LessThan(at) }",
      foundBy: {
        [SUITE]: ["keeps each notice of a payment once, until it is done and long ago"],
      },
    },
    {
      name: "A notice of a payment that was done is done again",
      file: `${ROWS}/payment-notices/typeorm-payment-notice-store.ts`,
      replace: "{ eventId, doneAt: IsNull() }",
      by: "{ eventId }",
      foundBy: {
        [SUITE]: ["keeps each notice of a payment once, until it is done and long ago"],
      },
    },
    {
      name: "The sweep takes every request's key",
      file: SWEEP,
      replace: "before(REQUESTS_KEPT_MS)",
      by: "now",
      foundBy: {
        [SWEEP_TEST]: ["forgets what is too old to be asked for, and nothing younger"],
      },
    },
    {
      name: "The sweep takes every decision",
      file: SWEEP,
      replace: "before(DECISIONS_KEPT_MS)",
      by: "now",
      foundBy: {
        [SWEEP_TEST]: ["forgets what is too old to be asked for, and nothing younger"],
      },
    },
    {
      name: "The sweep takes workers that are at work",
      file: SWEEP,
      replace: "before(WORKERS_KEPT_MS)",
      by: "now",
      foundBy: {
        [SWEEP_TEST]: ["forgets what is too old to be asked for, and nothing younger"],
      },
    },
    {
      name: "A curve keeps its minutes for a year",
      file: SWEEP,
      replace: "minutesUntil: instant(now - EQUITY_MINUTES_KEPT_MS)",
      by: "minutesUntil: instant(now - EQUITY_HOURS_KEPT_MS)",
      foundBy: {
        [SWEEP_TEST]: [
          "thins equity to hours after a month and to days after a year, and keeps every close of the month",
        ],
      },
    },
    {
      name: "A curve keeps no hours beyond the month",
      file: SWEEP,
      replace: "hoursUntil: instant(now - EQUITY_HOURS_KEPT_MS)",
      by: "hoursUntil: instant(now - EQUITY_MINUTES_KEPT_MS)",
      foundBy: {
        [SWEEP_TEST]: [
          "thins equity to hours after a month and to days after a year, and keeps every close of the month",
        ],
      },
    },
    {
      name: "An authorisation is ended in another browser than it was begun in",
      file: "packages/application/src/brokers/authorise-broker.ts",
      replace: "pending?.sidHash !== wanted.sidHash || pending.userId",
      by: "pending?.userId",
      foundBy: {
        "packages/application/src/brokers/authorise-broker.test.ts": [
          "is ended once, in the browser and within the minutes it was begun in",
        ],
      },
    },
    {
      name: "An authorisation is ended at the instant its time is over",
      file: "packages/application/src/brokers/authorise-broker.ts",
      replace: "clock.now() < pending.expiresAt",
      by: "clock.now() <= pending.expiresAt",
      foundBy: {
        "packages/application/src/brokers/authorise-broker.test.ts": [
          "is ended once, in the browser and within the minutes it was begun in",
        ],
      },
    },
    {
      name: "A wrong code leaves its half of an authorisation to be tried again",
      file: "packages/application/src/brokers/authorise-broker.ts",
      replace: "    await tables.authorisations.remove(wanted.accountId);\n",
      by: "",
      foundBy: {
        "packages/application/src/brokers/authorise-broker.test.ts": [
          "uses its half up by a wrong code, and says what the broker says",
        ],
      },
    },
  ],
};
