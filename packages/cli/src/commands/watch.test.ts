import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sevenfold } from "../testing/run-sevenfold.ts";

const SETTINGS = [
  ...["WATCH_TOKEN", "WATCH_WEBHOOK_URL", "WATCH_WEBHOOK_SECRET", "WATCH_HEARTBEAT_URL"],
  ...["WATCH_MAIL_TO", "WATCH_MAIL_FROM", "SMTP_HOST", "SMTP_PORT", "SMTP_USER", "SMTP_PASSWORD"],
  "DATABASE_URL",
];
beforeEach(() => {
  for (const name of SETTINGS) vi.stubEnv(name, "");
});
afterEach(() => vi.unstubAllEnvs());

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A server that says this of itself, and takes what it is sent. */
async function serving(ready: unknown): Promise<{ url: string; taken: string[] }> {
  const taken: string[] = [];
  const opened = createServer(async (request, answer) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    taken.push(`${request.method} ${request.url} ${body}`);
    answer.end(JSON.stringify(ready));
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(opened.address() as AddressInfo).port}`, taken };
}

const pinged = (agoMs: number) => ({
  storage: true,
  prices: true,
  worker: { last_ping: new Date(Date.now() - agoMs).toISOString() },
});

describe("sevenfold watch --once", () => {
  it("says that all is well, and what it looked at", async () => {
    const { url } = await serving(pinged(1_000));

    expect(await sevenfold("watch", "--once", "--url", url)).toEqual({
      exitCode: 0,
      stdout: `All is well at the server at ${url.slice(7)}.\n`,
      stderr: "",
    });
  });

  it("answers 1 and says what is wrong", async () => {
    const { url } = await serving(pinged(60_000));

    expect(await sevenfold("watch", "--once", "--url", url)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^sevenfold: The trading worker is silent: It last said that it lives at .* no exit of the agent\.\n$/,
      ),
    });
  });

  it("takes nobody's answer for a bad one, and a database that is away too", async () => {
    const blind = {
      exitCode: 1,
      stderr: expect.stringMatching(/Sevenfold cannot be seen: .*127\.0\.0\.1:1/),
    };

    expect(await sevenfold("watch", "--once", "--url", "http://127.0.0.1:1")).toMatchObject(blind);
    vi.stubEnv("DATABASE_URL", "postgres://watch:secret-word@127.0.0.1:1/none");
    const said = await sevenfold("watch", "--once");
    expect(said).toMatchObject(blind);
    expect(JSON.stringify(said)).not.toContain("secret-word");
  });
});

describe("sevenfold watch --test", () => {
  it("tells everybody who would be told", async () => {
    const { url, taken } = await serving(pinged(0));
    vi.stubEnv("WATCH_WEBHOOK_URL", `${url}/hook`);

    expect(await sevenfold("watch", "--test", "--url", url)).toMatchObject({
      exitCode: 0,
      stdout: `Told the webhook at ${url.slice(7)}.\n`,
    });
    expect(taken).toEqual([expect.stringMatching(/^POST \/hook .*"event":"test"/)]);
  });

  it("answers 1 and says who could not be", async () => {
    const { url } = await serving(pinged(0));
    server?.close();
    vi.stubEnv("WATCH_WEBHOOK_URL", `${url}/a-secret-path`);

    expect(await sevenfold("watch", "--test", "--url", url)).toMatchObject({
      exitCode: 1,
      stderr: `sevenfold: the webhook at ${url.slice(7)}: it does not answer (ECONNREFUSED)\n`,
    });
  });

  it("tries the others where one cannot be told", async () => {
    const { url } = await serving(pinged(0));
    server?.close();
    vi.stubEnv("WATCH_WEBHOOK_URL", `${url}/hook`);
    vi.stubEnv("WATCH_MAIL_TO", "me@example.com");
    vi.stubEnv("WATCH_MAIL_FROM", "watch@example.com");
    vi.stubEnv("SMTP_HOST", "127.0.0.1");
    vi.stubEnv("SMTP_PORT", "1");

    const { exitCode, stderr } = await sevenfold("watch", "--test", "--url", url);

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^sevenfold: the webhook at \S+: it does not answer \(ECONNREFUSED\); mail by 127\.0\.0\.1: the mail was not taken .*\n$/,
    );
  });
});

describe("the settings of sevenfold watch", () => {
  const HOOK = { WATCH_WEBHOOK_URL: "https://hooks.example.com/a-secret-path" };
  const MAIL = { WATCH_MAIL_TO: "me@example.com" };

  it.each<[string, Record<string, string>, readonly string[], string]>([
    ["nobody to tell", {}, [], "nobody would be told"],
    ["no database and no address", HOOK, [], "give --url with its address"],
    ["an address with a path", HOOK, ["--url", "https://x.example/app"], "without a path"],
    ["an address that is none", HOOK, ["--url", "trade"], "--url must be an address"],
    [
      "a token over an open line",
      { ...HOOK, WATCH_TOKEN: "sf_secret" },
      ["--url", "http://trade.example.com"],
      "WATCH_TOKEN is not sent by http://",
    ],
    [
      "a webhook over an open line",
      { WATCH_WEBHOOK_URL: "http://hooks.example.com/a-secret-path" },
      [],
      "WATCH_WEBHOOK_URL must be an https:// address",
    ],
    [
      "a webhook with a password",
      { WATCH_WEBHOOK_URL: "https://me:a-secret@hooks.example.com" },
      [],
      "must hold no user and no password",
    ],
    [
      "a short secret",
      { ...HOOK, WATCH_WEBHOOK_SECRET: "a-secret" },
      [],
      "WATCH_WEBHOOK_SECRET must have at least 16 characters",
    ],
    [
      "a secret for nobody",
      { ...MAIL, WATCH_WEBHOOK_SECRET: "a-secret-of-sixteen" },
      [],
      "signs nothing without WATCH_WEBHOOK_URL",
    ],
    ["mail without a server", MAIL, [], "WATCH_MAIL_TO needs SMTP_HOST and WATCH_MAIL_FROM"],
    [
      "a user without a password",
      { ...MAIL, WATCH_MAIL_FROM: "s@example.com", SMTP_HOST: "mail.example.com", SMTP_USER: "me" },
      [],
      "SMTP_USER and SMTP_PASSWORD are given together",
    ],
    ["no mail address", { WATCH_MAIL_TO: "me" }, [], "WATCH_MAIL_TO must be mail addresses"],
    [
      "a heartbeat over an open line",
      { ...HOOK, WATCH_HEARTBEAT_URL: "http://beat.example.com/a-secret-path" },
      [],
      "WATCH_HEARTBEAT_URL must be an https:// address",
    ],
    ["a level that is none", { ...HOOK, LOG_LEVEL: "loud" }, [], "LOG_LEVEL Invalid option"],
    ["a reminder each day and a half", HOOK, ["--remind-minutes", "2000"], "from 1 to 1440"],
    ["both a look and a test", HOOK, ["--once", "--test"], "--once tells nobody"],
  ])("are refused with a sentence: %s", async (_, env, flags, says) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);

    const { exitCode, stderr } = await sevenfold("watch", ...flags);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(says);
    expect(stderr).not.toContain("a-secret");
  });
});
