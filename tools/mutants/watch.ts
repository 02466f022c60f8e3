import type { MutantGroup } from "./mutant.ts";

const UNSAID = "packages/application/src/watch/what-nobody-can-say.test.ts";
const FOR_WELL = "is not taken for well";

export const WATCH: MutantGroup = {
  breaks: "What the watch sees, and whom it tells",
  mutants: [
    {
      name: "Nobody is told of an account that a safeguard has stopped",
      file: "packages/application/src/watch/database-sight.ts",
      replace: ".filter((reason) => STOPS_EXITS.has(reason.because))",
      by: ".filter((reason) => !STOPS_EXITS.has(reason.because))",
      foundBy: {
        "packages/application/src/watch/stopped-accounts.test.ts": [
          "is told of at any hour, with what happened and what it holds, until somebody has looked",
          "is another than one that only buys no more",
        ],
      },
    },
    {
      name: "What waits for a person is told over and over",
      file: "packages/application/src/watch/incidents.ts",
      replace: "waitsForPerson(trouble) && !isUnheard(keyOf(trouble))",
      by: "waitsForPerson(trouble) && isUnheard(keyOf(trouble))",
      foundBy: {
        "packages/application/src/watch/stopped-accounts.test.ts": [
          "is told of once, and again only when it is stopped for something else too",
        ],
      },
    },
    {
      name: "A stopped account of which nobody heard is never told again",
      file: "packages/application/src/watch/outbox.ts",
      replace: 'if (event !== "ended") unheard.add(incident);',
      by: "",
      foundBy: {
        "packages/application/src/watch/stopped-accounts.test.ts": [
          "is told of until somebody hears it",
        ],
      },
    },
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
      replace: "!isDead && isOpenAt(at)",
      by: "isOpenAt(at)",
      foundBy: { [UNSAID]: [`${FOR_WELL}: prices and brokers of a worker that is dead`] },
    },
    {
      name: "Broker and prices are told of at night",
      file: "packages/application/src/watch/look-for-trouble.ts",
      replace: "!isDead && isOpenAt(at)",
      by: "!isDead",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "tells of an automated account whose broker is away, in the exchange's hours alone",
        ],
      },
    },
    {
      name: "An account that waits for its broker's sign-in is told to hold nothing",
      file: "packages/application/src/watch/database-sight.ts",
      replace: 'status !== "disabled"',
      by: 'status === "active"',
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "has 1 account at stake that is pending: what waits for its broker holds shares all the same",
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
      file: "packages/application/src/watch/look-for-trouble.ts",
      replace: "isUnsaid: () => true",
      by: "isUnsaid: () => false",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "says that it sees nothing, with what it saw last, and takes nothing for well meanwhile",
        ],
      },
    },
    {
      name: "A worker of which nobody knows is told to be back",
      file: "packages/application/src/watch/look-for-trouble.ts",
      replace: 'return workerPing === "unknown";',
      by: "return false;",
      foundBy: {
        [UNSAID]: [`${FOR_WELL}: a worker of which a server without its database knows nothing`],
      },
    },
    {
      name: "Prices and brokers are told to be back as their worker dies",
      file: "packages/application/src/watch/look-for-trouble.ts",
      replace: "return isDead || workerPing",
      by: "return workerPing",
      foundBy: { [UNSAID]: [`${FOR_WELL}: prices and brokers of a worker that is dead`] },
    },
    {
      name: "Prices and brokers are told to be back as the exchange closes",
      file: "packages/application/src/watch/look-for-trouble.ts",
      replace: " || lines.some(isSame(trouble))",
      by: "",
      foundBy: { [UNSAID]: [`${FOR_WELL}: what is as it was when the exchange closes`] },
    },
    {
      name: "The heartbeat beats while nobody is told",
      file: "packages/application/src/watch/run-watch.ts",
      replace: "if (!heartbeat || !isHeard() ||",
      by: "if (!heartbeat ||",
      foundBy: {
        "packages/application/src/watch/watch-notices.test.ts": [
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
        "packages/application/src/watch/watch-notices.test.ts": [
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
        "packages/application/src/watch/watch-notices.test.ts": [
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
        "packages/application/src/watch/watch-notices.test.ts": [
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
        "packages/application/src/watch/watch-notices.test.ts": [
          "are delivered later where they cannot be at once, in their order, and each once",
        ],
      },
    },
    {
      name: "What still stands is told at every look",
      file: "packages/application/src/watch/incidents.ts",
      replace: "return remindMs <= agoMs;",
      by: "return 0 <= agoMs;",
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
  ],
};
