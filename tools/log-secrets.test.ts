import { readFileSync } from "node:fs";
import { aesSecretVault } from "@sevenfold/cli/system/aes-secret-vault";
import { jsonLog } from "@sevenfold/cli/system/json-log";
import { notingVault, secretWords } from "@sevenfold/cli/system/secret-words";
import { describe, expect, it } from "vitest";
import { sourceFiles, withoutComments } from "./source-files.ts";

/** None of them looks like a secret: they are known to be one. */
const KNOWN = {
  database: "hunter2hunter2",
  metrics: "plain-words-of-a-token",
  broker: "QWJjZGVmZ2hpamts",
};
/** None of them is known: they look like one, or stand under its name. */
const SHAPED = [
  "postgres://sevenfold:dbpassword1@db.lan/sevenfold",
  "Authorization: Bearer abcdef123456",
  "apca-api-secret-key: alpacasecret99",
  'oauth_token_secret="etradesecret99"',
  "sk_live_stripe99stripe99",
  "whsec_hookhook99",
  "cookie: sf=sessionid99sessionid99",
];
const SHAPED_SECRETS = [
  "dbpassword1",
  "abcdef123456",
  "alpacasecret99",
  "etradesecret99",
  "stripe99stripe99",
  "hookhook99",
  "sessionid99sessionid99",
];
const NAMED = {
  password: "named-a",
  secretKey: "named-b",
  headers: { authorization: "named-c", cookie: "named-d" },
};

/** Every place of the product that writes a log line: its event and the names of its facts. */
const SHIPPED = sourceFiles("packages/*/src")
  .filter((path) => !/\.test\.tsx?$|\/testing\/|\.bench\.ts$/.test(path))
  .map((path) => ({ path, text: withoutComments(readFileSync(path, "utf8")) }));
const CALL_SITES = SHIPPED.flatMap(({ path, text }) =>
  [
    ...text.matchAll(
      /\blog(?:\.(info|warn|error)|\[[^\]]+\])\(\s*"([^"]+)"(?:,\s*\{([^;]*?)\}\s*,?\s*\))?/g,
    ),
  ].map(([, level = "error", event = "", facts = ""]) => ({
    path,
    level: level as "info" | "warn" | "error",
    event,
    facts: [...facts.matchAll(/(?:^|[{,\s])([a-zA-Z]\w*)(?=\s*[:,}]|\s*$)/g)].map(
      ([, name]) => name!,
    ),
  })),
);

function lines() {
  const written: string[] = [];
  const words = secretWords([KNOWN.database, KNOWN.metrics]);
  const log = jsonLog("debug", {
    words,
    destination: { write: (line) => void written.push(line) },
    requestInHand: () => KNOWN.metrics,
  });
  return { log, words, written };
}

/** A failure as libraries make them: with what was sent in its words, its cause and its fields. */
function failureWith(secrets: readonly string[]): Error {
  const said = secrets.join(" | ");
  return Object.assign(new Error(`the call failed: ${said}`, { cause: new Error(said) }), {
    config: { headers: said },
    request: said,
  });
}

describe("the log", () => {
  it("tells no secret at any of its call sites, whatever a failure says there", async () => {
    const { log, words, written } = lines();
    const vault = notingVault(aesSecretVault(new Uint8Array(32)), words);
    await vault.open(await aesSecretVault(new Uint8Array(32)).seal(KNOWN.broker, "c"), "c");
    expect(CALL_SITES.length).toBeGreaterThan(80);
    for (const { event, facts, level } of CALL_SITES) {
      const failure = failureWith([...Object.values(KNOWN), ...SHAPED]);
      const names = facts.length === 0 ? ["error"] : facts;
      for (const value of [failure, String(failure), failure.stack, { deep: [failure, NAMED] }])
        log[level](event, Object.fromEntries(names.map((name) => [name, value])));
    }

    const text = written.join("");
    const secrets = [
      ...Object.values(KNOWN),
      ...SHAPED_SECRETS,
      "named-a",
      "named-b",
      "named-c",
      "named-d",
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(written.length).toBe(CALL_SITES.length * 4);
  });

  it("is the only one there is", () => {
    const writers = SHIPPED.filter(({ text }) => /\bconsole\.\w+\(|from "pino"/.test(text));

    expect(writers.map(({ path }) => path)).toEqual(["packages/cli/src/system/json-log.ts"]);
  });
});
