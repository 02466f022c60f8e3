import type { MutantGroup } from "./mutant.ts";

const ROWS = "packages/adapters-persistence/src";
const SERVER_TEST = `${ROWS}/server-storage.test.ts`;
const LEASES_TEST = `${ROWS}/leases-at-once.test.ts`;
const SUITE = `${ROWS}/expanded-storage.test.ts`;
const SEATS = `${ROWS}/seats/typeorm-seat-store.ts`;
const LOCK_TEST = `${ROWS}/folder-lock.test.ts`;
const LINE_TEST = `${ROWS}/announcements/postgres-announcer.test.ts`;

export const ROWS_AT_ONCE: MutantGroup = {
  breaks: "Rows that several change at once, and who has them",
  mutants: [
    {
      name: "Guesses that come at once are counted as one",
      file: `${ROWS}/throttles/typeorm-throttle-store.ts`,
      replace: "const locked = { where: { key }, ...FOR_UPDATE };",
      by: "const locked = { where: { key } };",
      foundBy: {
        [SERVER_TEST]: ["counts every one of ten tries at the same time"],
      },
    },
    {
      name: "A code is taken from both of two who show it at once",
      file: `${ROWS}/totp/typeorm-totp-store.ts`,
      replace: "{ where: { userId }, ...FOR_UPDATE }",
      by: "{ where: { userId } }",
      foundBy: {
        [SERVER_TEST]: ["lets one of ten who change a second factor at the same time be the first"],
      },
    },
    {
      name: "A sale that nobody runs is hidden by a hundred that others run",
      file: `${ROWS}/sales/typeorm-sale-store.ts`,
      replace: "where: { endedAt: IsNull(), takenUp: Raw(isNobodys) }",
      by: "where: { endedAt: IsNull() }",
      foundBy: {
        [SERVER_TEST]: [
          "tells which sales nobody runs, the oldest first, whatever is run before them",
        ],
      },
    },
    {
      name: "An account's sale is hidden by what else it has at work",
      file: `${ROWS}/sales/typeorm-sale-store.ts`,
      replace: 'order: { kind: "DESC", ',
      by: "order: { ",
      foundBy: {
        [SERVER_TEST]: [
          "tells a sale of an account however much else is at work, there and elsewhere",
        ],
      },
    },
    {
      name: "A user's row is changed without its lock",
      file: `${ROWS}/users/typeorm-user-store.ts`,
      replace: "{ where: { id }, ...FOR_UPDATE }",
      by: "{ where: { id } }",
      foundBy: {
        [SERVER_TEST]: ["loses none of twenty changes of one user or portfolio made at once"],
      },
    },
    {
      name: "A portfolio is changed without its lock",
      file: `${ROWS}/portfolios/typeorm-portfolio-store.ts`,
      replace: "          ...FOR_UPDATE,\n",
      by: "",
      foundBy: {
        [SERVER_TEST]: ["loses none of twenty changes of one user or portfolio made at once"],
      },
    },
    {
      name: "A sign-in is changed without its lock",
      file: `${ROWS}/sign-ins/typeorm-sign-in-store.ts`,
      replace: "{ where: { sidHash }, ...FOR_UPDATE }",
      by: "{ where: { sidHash } }",
      foundBy: {
        [SERVER_TEST]: ["loses none of twenty changes of one sign-in made at once"],
      },
    },
    {
      name: "Accounts of orders are locked that somebody writes for",
      file: `${ROWS}/accounts/typeorm-account-store.ts`,
      replace: " FOR NO KEY UPDATE SKIP LOCKED`",
      by: "`",
      foundBy: {
        [LEASES_TEST]: [
          "are locked with the accounts of orders but those that somebody writes for",
        ],
      },
    },
    {
      name: "Keys that somebody puts in meanwhile are sealed anew over",
      file: `${ROWS}/sealed-values/typeorm-sealed-value-store.ts`,
      replace: "ORDER BY ${key} LIMIT $3 FOR UPDATE`",
      by: "ORDER BY ${key} LIMIT $3`",
      foundBy: {
        [`${ROWS}/sealed-values/sealed-value-store.test.ts`]: [
          "never take the place of what somebody writes meanwhile",
        ],
      },
    },
    {
      name: "A role that is for one process is had by two",
      file: `${ROWS}/announcements/postgres-announcer.ts`,
      replace: "if (rows[0].granted === true) return;",
      by: "if (rows.length === 1) return;",
      foundBy: {
        [LINE_TEST]: [
          "opens in one process only where a role is for one, and in the next once that is gone",
        ],
      },
    },
    {
      name: "A seat that somebody has is given to who asks",
      file: SEATS,
      replace: "WHERE seats.owner = excluded.owner OR seats.ends_at <= ${NOW}",
      by: "WHERE seats.owner = excluded.owner OR seats.ends_at > ${NOW}",
      foundBy: {
        [SUITE]: ["gives a seat to one owner at a time, until it is left or over"],
      },
    },
    {
      name: "A seat that is over is nobody's to take",
      file: SEATS,
      replace: "WHERE seats.owner = excluded.owner OR seats.ends_at <= ${NOW}",
      by: "WHERE seats.owner = excluded.owner",
      foundBy: {
        [SUITE]: ["gives a seat to one owner at a time, until it is left or over"],
      },
    },
    {
      name: "A seat that is over counts as taken",
      file: SEATS,
      replace: "AND ends_at > ${NOW} ORDER",
      by: "ORDER",
      foundBy: {
        [SUITE]: ["names who has a seat, and for how much longer"],
      },
    },
    {
      name: "Seats that are taken are swept away",
      file: SEATS,
      replace: "WHERE ends_at <= ${NOW}`;",
      by: "WHERE ends_at > ${NOW}`;",
      foundBy: {
        [SUITE]: ["names who has a seat, and for how much longer"],
      },
    },
    {
      name: "A seat is left by who does not have it",
      file: SEATS,
      replace: "WHERE name = $1 AND owner = $2",
      by: "WHERE name = $1 AND $2::text <> ''",
      foundBy: {
        [SUITE]: ["gives a seat to one owner at a time, until it is left or over"],
      },
    },
    {
      name: "A lease that is over counts as held",
      file: `${ROWS}/leases/typeorm-lease-store.ts`,
      replace: "WHERE broker_profile_id = $1 AND expires_at > ${NOW}`;",
      by: "WHERE broker_profile_id = $1`;",
      foundBy: {
        [SUITE]: ["names who holds which account, for as long as they do"],
      },
    },
    {
      name: "Who gives every lease back leaves their holders what they had",
      file: `${ROWS}/leases/typeorm-lease-store.ts`,
      replace: "SET epoch = epoch + 1, expires_at = '-infinity'`;",
      by: "SET expires_at = '-infinity'`;",
      foundBy: {
        [SUITE]: ["gives back every lease at once, and fences whoever had them"],
      },
    },
    {
      name: "A fenced epoch counts as the newest",
      file: `${ROWS}/leases/typeorm-lease-store.ts`,
      replace: "WHERE broker_profile_id = $1 AND epoch = $2 FOR KEY SHARE`;",
      by: "WHERE broker_profile_id = $1 AND epoch >= $2 FOR KEY SHARE`;",
      foundBy: {
        [SUITE]: ["gives a lease to one owner at a time, and fences the one before"],
      },
    },
    {
      name: "A lease changes hands while somebody writes under it",
      file: `${ROWS}/migrations/0039-lease-numbers.ts`,
      replace: "CREATE UNIQUE INDEX",
      by: "CREATE INDEX",
      foundBy: {
        [LEASES_TEST]: ["change hands only once what was written under them has ended: holds"],
      },
    },
    {
      name: "What was changed may be lost with the database's last moments",
      file: "packages/adapters-persistence/src/transaction.ts",
      replace: "changers.add(runner);",
      by: "",
      foundBy: {
        "packages/adapters-persistence/src/transaction.test.ts": [
          "waits for it where it may have changed something: told",
        ],
      },
    },
    {
      name: "What is switched on while an account is being paused is on when it is resumed",
      file: "packages/application/src/brokers/pause-broker.ts",
      replace: "await stopAutomation(tables, accountId, { by: userId, at });",
      by: "",
      foundBy: {
        "packages/application/src/brokers/paused-beside-switch.test.ts": [
          "is off all the same once what the worker has there is taken back",
        ],
      },
    },
    {
      name: "Automation is switched on of an account that was paused a moment ago",
      file: "packages/application/src/trading/settings/toggle-automation.ts",
      replace: 'if (enabled && account.status !== "active")',
      by: "if (enabled && account.removedAt)",
      foundBy: {
        "packages/application/src/brokers/paused-beside-switch.test.ts": [
          "is refused where the account was paused after it was looked at",
        ],
      },
    },
    {
      name: "A process in another container is taken for dead, for nobody here has its id",
      file: "packages/adapters-persistence/bin/lock-file.mjs",
      replace: "socket !== undefined && space !== ownSpace()",
      by: "socket === 0 && space !== ownSpace()",
      foundBy: {
        [LOCK_TEST]: ["is refused while that lives, and given once it has ended in order"],
      },
    },
    {
      name: "Who died in another container has its folder for ever",
      file: "packages/adapters-persistence/bin/lock-file.mjs",
      replace: "return status !== 1;",
      by: "return status !== 2;",
      foundBy: { [LOCK_TEST]: ["is given once that was killed, and nothing of it is left"] },
    },
  ],
};
