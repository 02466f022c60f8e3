import type { MutantGroup } from "./mutant.ts";

export const WATCH: MutantGroup = {
  breaks: "What the watch sees, and whom it tells",
  mutants: [
    {
      name: "A worker's silence is never told",
      file: "packages/application/src/watch/worker-silence.ts",
      replace: "return !hasMoved && (",
      by: "return !hasMoved && at < 0 && (",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "tells of a killed worker within a minute, once, and when another lives",
        ],
      },
    },
    {
      name: "A worker's silence is told by its clock alone",
      file: "packages/application/src/watch/worker-silence.ts",
      replace: " || ONLINE_WITHIN_MS <= ms - known.sinceMs",
      by: "",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "is not misled by a clock that is 600000 ms ahead of its own",
        ],
      },
    },
    {
      name: "A worker whose clock is behind counts as silent",
      file: "packages/application/src/watch/worker-silence.ts",
      replace: "return !hasMoved && (",
      by: "return (",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "is not misled by a clock that is -600000 ms ahead of its own",
        ],
      },
    },
    {
      name: "That no worker ever lived is nothing to tell",
      file: "packages/application/src/watch/worker-silence.ts",
      replace: 'if (ping === "never") return true;',
      by: 'if (ping === "never") return false;',
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": ["tells of a worker that never was"],
      },
    },
    {
      name: "A dead worker's prices and brokers are told too",
      file: "packages/application/src/watch/look-for-trouble.ts",
      replace: `: // A dead worker reaches no broker and hears no prices: that is one trouble, not three.
          isOpenAt(at)`,
      by: `: []),
      ...(isOpenAt(at)`,
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "tells nothing of the prices and brokers of a worker that is silent",
        ],
      },
    },
    {
      name: "Broker and prices are told of at night",
      file: "packages/application/src/watch/look-for-trouble.ts",
      replace: `isOpenAt(at)
`,
      by: `0 < at
`,
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "tells of an automated account whose broker is away, in the exchange's hours alone",
        ],
      },
    },
    {
      name: "A look waits for ever",
      file: "packages/application/src/watch/look-for-trouble.ts",
      replace: "await within(clock, LOOK_WITHIN_MS, sight.look())",
      by: "await sight.look()",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "says that it sees nothing when nobody ever answers",
        ],
      },
    },
    {
      name: "To ask about the accounts takes for ever",
      file: "packages/application/src/watch/run-watch.ts",
      replace: "await within(clock, LOOK_WITHIN_MS, sight.atStake())",
      by: "await sight.atStake()",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "says that it sees nothing when nobody ever answers",
        ],
      },
    },
    {
      name: "A watch that sees nothing forgets the accounts",
      file: "packages/application/src/watch/run-watch.ts",
      replace: "// What was seen last is told, with its time.",
      by: "known = undefined;",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "says that it sees nothing, with what it saw last, and takes nothing for well meanwhile",
        ],
      },
    },
    {
      name: "A watch that sees nothing takes all for well",
      file: "packages/application/src/watch/incidents.ts",
      replace: `      : isBlind
`,
      by: `      : isBlind && moment.ms < 0
`,
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "says that it sees nothing, with what it saw last, and takes nothing for well meanwhile",
        ],
      },
    },
    {
      name: "The heartbeat beats while nobody is told",
      file: "packages/application/src/watch/run-watch.ts",
      replace: "if (!heartbeat || !isHeard() ||",
      by: "if (!heartbeat ||",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "beats each minute, whatever is wrong, and stops while nobody is told",
        ],
      },
    },
    {
      name: "The heartbeat beats at every look",
      file: "packages/application/src/watch/run-watch.ts",
      replace: `    dueMs = clock.monotonicMs() + BEAT_EVERY_MS;
`,
      by: "",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "beats each minute, whatever is wrong, and stops while nobody is told",
        ],
      },
    },
    {
      name: "A notice is tried for ever",
      file: "packages/application/src/watch/outbox.ts",
      replace: `      if (tries === TRIES_MAX) return giveUp(notice);
`,
      by: "",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "are given up after twelve tries, and the reminder is tried anew",
        ],
      },
    },
    {
      name: "A notice is tried once",
      file: "packages/application/src/watch/outbox.ts",
      replace: "if (tries === TRIES_MAX) return giveUp(notice);",
      by: "if (tries <= TRIES_MAX) return giveUp(notice);",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "are delivered later where they cannot be at once, in their order, and each once",
        ],
      },
    },
    {
      name: "A notice goes out while the one before is not delivered",
      file: "packages/application/src/watch/outbox.ts",
      replace: "if (!isDelivering) void deliverAll();",
      by: "void deliverAll();",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "are delivered later where they cannot be at once, in their order, and each once",
        ],
      },
    },
    {
      name: "What still stands is told at every look",
      file: "packages/application/src/watch/incidents.ts",
      replace: "return moment.ms - toldMs < remindMs",
      by: "return moment.ms - toldMs < 0",
      foundBy: {
        "packages/application/src/watch/incidents.test.ts": [
          "are reminded of at the interval, and no sooner",
        ],
      },
    },
    {
      name: "A trouble of one look is told",
      file: "packages/application/src/watch/incidents.ts",
      replace: "return moment.ms - since.ms < STANDS_MS",
      by: "return moment.ms < since.ms",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "takes no notice of what is over within seconds",
        ],
      },
    },
    {
      name: "Trouble that comes and goes is told each time",
      file: "packages/application/src/watch/incidents.ts",
      replace: "Math.min(WELL_MS * 2 ** Math.max(0, times - 1), WELL_MS_MAX)",
      by: "WELL_MS + 0 * times",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "tells ever fewer ends of what comes and goes",
        ],
      },
    },
    {
      name: "A buy counts as an order to sell",
      file: "packages/application/src/watch/database-sight.ts",
      replace: ' && order.side === "sell"',
      by: "",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "A sell without an answer counts as one that stands",
      file: "packages/application/src/watch/database-sight.ts",
      replace: " && isTaken(order))",
      by: ")",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "A sell of another symbol protects a holding",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "order.ticker === ticker && ",
      by: "",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "What a sell has filled counts once more",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "sum + openQuantity(order)",
      by: "sum + order.quantity",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "A sell of some shares counts as one of all",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "return quantity <= selling;",
      by: "return 0 < quantity * selling;",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "A demo is told of as an account at stake",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "if (user?.isDemo)",
      by: "if (!user)",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "passes over demos, and accounts that hold nothing and are not automated",
        ],
      },
    },
    {
      name: "Accounts with nothing at stake are told of",
      file: "packages/application/src/watch/database-sight.ts",
      replace: ".filter(({ isAutomated, positions }) => isAutomated || 0 < positions)",
      by: ".filter(() => true)",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "passes over demos, and accounts that hold nothing and are not automated",
        ],
      },
    },
    {
      name: "Automated accounts are not told of first",
      file: "packages/application/src/watch/database-sight.ts",
      replace: `
    .sort((one, other) => Number(other.isAutomated) - Number(one.isAutomated))`,
      by: "",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "names twenty accounts, the automated ones first, and counts the others",
        ],
      },
    },
    {
      name: "A worker that is gone is believed",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "newest!.at - at < ONLINE_WITHIN_MS",
      by: "0 <= newest!.at - at",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "believes the pings of half a minute, and forgets what a worker said that has gone",
        ],
      },
    },
    {
      name: "One worker with prices is enough",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "alive.every((",
      by: "alive.some((",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "believes the pings of half a minute, and forgets what a worker said that has gone",
        ],
      },
    },
    {
      name: "The broker of a disabled account is missed",
      file: "packages/application/src/watch/database-sight.ts",
      replace: 'account?.status === "active" && account.removedAt',
      by: "account?.removedAt",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "believes the pings of half a minute, and forgets what a worker said that has gone",
        ],
      },
    },
    {
      name: "The broker of a removed account is missed",
      file: "packages/application/src/watch/database-sight.ts",
      replace: " && account.removedAt === undefined",
      by: "",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "misses no broker of an account that was removed",
        ],
      },
    },
    {
      name: "The broker of an account without automation is missed",
      file: "packages/application/src/watch/database-sight.ts",
      replace: `
    .filter(({ isAutomated }) => isAutomated)`,
      by: "",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "is quiet about the broker of an account without automation",
        ],
      },
    },
    {
      name: "Accounts beyond those looked at are told by nobody",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "Math.max(0, concerned.length - ACCOUNTS_NAMED_MAX) + unread",
      by: "Math.max(0, concerned.length - ACCOUNTS_NAMED_MAX) + 0 * unread",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "looks at no more than two hundred accounts, and counts the others all the same",
        ],
      },
    },
    {
      name: "The token is sent to what everybody may ask",
      file: "packages/adapters-watch/src/http-sight.ts",
      replace: "const ready = await readinessOf(url);",
      by: `const { href } = new URL("/readyz", url);
    const headers = { authorization: "Bearer " + token };
    const ready = Readiness.parse(jsonIn(await asked(href, READINESS_BYTES_MAX, headers)));`,
      foundBy: {
        "packages/adapters-watch/src/http-sight.test.ts": [
          "shows the token to no question that everybody may ask",
        ],
      },
    },
    {
      name: "A gateway's answer is taken for the server's",
      file: "packages/adapters-watch/src/http-sight.ts",
      replace: "(answer.status !== 200 && answer.status !== 503) || ",
      by: "",
      foundBy: {
        "packages/adapters-watch/src/http-sight.test.ts": [
          "takes an answer of a gateway for nothing seen",
        ],
      },
    },
    {
      name: "It is not said that the token is refused",
      file: "packages/adapters-watch/src/http-sight.ts",
      replace: '"the server refuses WATCH_TOKEN: it takes a token with the scope read"',
      by: '"the server answers with 401"',
      foundBy: {
        "packages/adapters-watch/src/http-sight.test.ts": [
          "rejects where the token is refused: it would see less than it was asked to",
        ],
      },
    },
    {
      name: "An open line leads out of the machine and counts as guarded",
      file: "packages/adapters-watch/src/loopback.ts",
      replace: 'protocol === "https:" || (protocol === "http:" && isLoopback(hostname))',
      by: 'protocol === "https:" || (protocol === "http:" && hostname !== "")',
      foundBy: {
        "packages/adapters-watch/src/loopback.test.ts": ["is never http://hooks.example.com/key"],
      },
    },
    {
      name: "The address of a webhook is not asked for TLS",
      file: "packages/cli/src/compose/watch-settings.ts",
      replace: "URL.canParse(text) && isGuarded(new URL(text)), words",
      by: "URL.canParse(text), words",
      foundBy: {
        "packages/cli/src/compose/watch-settings.test.ts": [
          "has to be an https:// one, but on this machine: WATCH_WEBHOOK_URL",
          "has to be an https:// one, but on this machine: WATCH_HEARTBEAT_URL",
        ],
      },
    },
    {
      name: "The token goes to the server by an open line",
      file: "packages/cli/src/compose/watch-settings.ts",
      replace: "if (token !== undefined && !isGuarded(url))",
      by: 'if (token === "" && !isGuarded(url))',
      foundBy: {
        "packages/cli/src/compose/watch-settings.test.ts": [
          "takes a token by https:// alone, and without one by either",
        ],
      },
    },
    {
      name: "A notice follows a redirect elsewhere",
      file: "packages/adapters-watch/src/ask.ts",
      replace: 'redirect: "manual"',
      by: 'redirect: "follow"',
      foundBy: {
        "packages/adapters-watch/src/webhook-notifier.test.ts": ["follows nobody elsewhere"],
      },
    },
    {
      name: "An answer without an end is read on",
      file: "packages/adapters-watch/src/ask.ts",
      replace: 'if (bytesMax < bytes) throw new Unfit("its answer is too long");',
      by: 'if (bytesMax * 64 < bytes) throw new Unfit("its answer goes on");',
      foundBy: {
        "packages/adapters-watch/src/webhook-notifier.test.ts": [
          "hangs up on an answer without an end",
        ],
      },
    },
    {
      name: "What the webhook refused counts as told",
      file: "packages/adapters-watch/src/webhook-notifier.ts",
      replace: "if (status < 200 || 300 <= status)",
      by: "if (status < 200)",
      foundBy: {
        "packages/adapters-watch/src/webhook-notifier.test.ts": ["does not take 503 for an answer"],
      },
    },
    {
      name: "A notice is signed with no secret",
      file: "packages/adapters-watch/src/webhook-notifier.ts",
      replace: 'createHmac("sha256", secret)',
      by: 'createHmac("sha256", "")',
      foundBy: {
        "packages/adapters-watch/src/webhook-notifier.test.ts": [
          "signs the time and the body with the receiver's secret",
        ],
      },
    },
    {
      name: "A mail's password goes over an open line",
      file: "packages/adapters-watch/src/mail-notifier.ts",
      replace: "requireTLS: !isHere",
      by: "requireTLS: false",
      foundBy: {
        "packages/adapters-watch/src/mail-notifier.test.ts": [
          "leaves this machine by TLS or not at all: a server that offers none",
        ],
      },
    },
    {
      name: "A mail server shows any certificate",
      file: "packages/adapters-watch/src/mail-notifier.ts",
      replace: "rejectUnauthorized: true",
      by: "rejectUnauthorized: false",
      foundBy: {
        "packages/adapters-watch/src/mail-notifier.test.ts": [
          "leaves this machine by TLS or not at all: a server that shows a certificate nobody vouches for",
        ],
      },
    },
  ],
};
