import type { MutantGroup } from "./mutant.ts";

export const WATCH_LINES: MutantGroup = {
  breaks: "How the watch asks the server, and how it tells people",
  mutants: [
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
