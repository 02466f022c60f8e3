import { instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { START } from "../exchange/testing/exchange-on-loopback.ts";
import { accessToken, requestToken } from "./etrade-tokens.ts";
import { etradeHostsAt, hoursLater, orderAt, signedIn } from "./testing/etrade-on-loopback.ts";
import { hear, open, openBehindLine, sent } from "./testing/opened-etrade.ts";

describe("what signs an E*TRADE account's calls", () => {
  it("is refused in its own words under another secret, and nothing of it is repeated", async () => {
    const { connection, reopened } = await open();
    const secret = "not/the+secret=";
    const broker = reopened({ consumer: { ...connection.consumer, secret } });

    const failure = await broker.account().catch((error: Error) => error);

    expect(failure).toMatchObject({
      reason: "credentials",
      message: "oauth_problem=signature_invalid",
    });
    expect(await broker.submit(orderAt(START))).toMatchObject({
      kind: "rejected",
      cause: "credentials",
    });
    await expect(
      signedIn({ ...connection, consumer: { key: "nobody", secret } }),
    ).rejects.toMatchObject({
      reason: "credentials",
      message: "oauth_problem=consumer_key_unknown",
    });
  });

  it("is woken when it slept, for a read and for an order", async () => {
    const { broker, exchange } = await open();
    await broker.account();
    // Three hours later, on the same day in New York.
    exchange.moveTo(hoursLater(START, 3));

    expect((await broker.account()).canTrade).toBe(true);
    exchange.moveTo(hoursLater(START, 6));
    await sent(broker, orderAt(exchange.now(), { limit: price(10_000) }));
  });

  it("is over at midnight in New York, also for a process that has no clock of its own", async () => {
    const { access, broker, exchange, reopened } = await open();
    const midnight = access.expiresAt;
    exchange.moveTo(instant(midnight - 60_000));
    await broker.account();
    exchange.moveTo(midnight);

    await expect(broker.account()).rejects.toMatchObject({ reason: "needs-authorisation" });
    expect(await broker.submit(orderAt(midnight))).toMatchObject({
      kind: "rejected",
      cause: "authorisation",
    });
    const believing = reopened({}, { ...access, expiresAt: hoursLater(midnight, 24) });
    await expect(believing.account()).rejects.toMatchObject({
      reason: "needs-authorisation",
      message: "oauth_problem=token_expired",
    });
  });

  it("says on the line of notices that the door is shut, once", async () => {
    const { access, broker, exchange } = await open();
    const heard = hear(broker);
    await heard.until(({ kind }) => kind === "connected");
    exchange.moveTo(access.expiresAt);

    await heard.until(({ kind }) => kind === "disconnected");

    expect(heard.all.slice(1)).toEqual([
      {
        kind: "disconnected",
        message: "E*TRADE ends every sign-in at midnight in New York.",
        areKeysRefused: true,
      },
    ]);
  });

  it("blames our clock when that is what is wrong", async () => {
    const { connection, reopened } = await open();
    const broker = reopened({ now: () => connection.now() - 600_000 });

    await expect(broker.account()).rejects.toMatchObject({
      message: expect.stringContaining("E*TRADE refuses the time we sign with"),
    });
  });
});

describe("a sign-in at E*TRADE", () => {
  it.each([
    ["times out", undefined, ""],
    ["breaks off", 0, ""],
    ["is answered 500", 500, "<Error><message>Service unavailable</message></Error>"],
    ["is answered by a gateway's page", 502, "<html>Bad Gateway</html>"],
    ["is refused by a page of some server in between", 400, "<html>Bad Request</html>"],
    ["is answered with a page", 200, "<html>Welcome</html>"],
  ])("that %s says nothing about the keys or the code", async (_, status, body) => {
    const { line, paper, url } = await openBehindLine();
    const timeoutMs = status === undefined ? 300 : 60_000;
    const connection = { ...paper.connection, ...etradeHostsAt(url), timeoutMs };
    line.instead = (path) =>
      path.includes("/oauth/") ? { status: status ?? "silent", body } : undefined;

    const failures = await Promise.all([
      requestToken(connection).catch((error: unknown) => error),
      accessToken(connection, { requestToken: paper.access.token, verifier: "12345" }).catch(
        (error: unknown) => error,
      ),
    ]);

    for (const failure of failures)
      expect(failure).toMatchObject({ reason: expect.stringMatching(/^(network|unreadable)$/) });
  });
});

describe("a token that is in use at E*TRADE", () => {
  it("holds up no call to be woken", async () => {
    const { broker, line, paper } = await openBehindLine();
    for (let hour = 0; hour <= 3; hour += 1) {
      paper.exchange.moveTo(hoursLater(START, hour));
      await broker.account();
    }

    expect(renewalsIn(line.calls)).toBe(0);
  });
});

describe("a token that sleeps at E*TRADE", () => {
  it("is renewed less and less often while E*TRADE does not answer, and works again after", async () => {
    const { broker, line, paper } = await openBehindLine();
    await broker.account();
    paper.exchange.moveTo(hoursLater(START, 3));
    line.instead = (path) =>
      path.endsWith("/renew_access_token") ? { status: 500, body: "oops" } : undefined;

    for (let second = 0; second < 120; second += 1) {
      await expect(broker.account()).rejects.toMatchObject({ reason: "network" });
      paper.exchange.moveTo(instant(paper.exchange.now() + 1_000));
    }
    // After 2, 4, 8, 16, 32 and 60 seconds.
    expect(renewalsIn(line.calls)).toBe(6);

    line.instead = () => undefined;
    paper.exchange.moveTo(instant(paper.exchange.now() + 60_000));
    expect((await broker.account()).canTrade).toBe(true);
  });

  it("has to be let in again only by E*TRADE's own word", async () => {
    const { broker, line, paper } = await openBehindLine();
    await broker.account();
    paper.exchange.moveTo(hoursLater(START, 3));
    line.instead = (path) =>
      path.endsWith("/renew_access_token")
        ? { status: 401, body: "oauth_problem=token_rejected" }
        : undefined;

    await expect(broker.account()).rejects.toMatchObject({
      reason: "needs-authorisation",
      message: "oauth_problem=token_rejected",
    });
  });
});

describe("a token that E*TRADE renews and refuses all the same", () => {
  it("is over only where that goes on for a minute", async () => {
    const { broker, line, paper } = await openBehindLine();
    const body = JSON.stringify({ Error: { message: "oauth_problem=token_rejected" } });
    const refuses = (path: string) => (path.includes("/v1/") ? { status: 401, body } : undefined);
    const lookAfter = (seconds: number) => {
      paper.exchange.moveTo(instant(paper.exchange.now() + seconds * 1_000));
      return broker.account();
    };
    line.instead = refuses;
    await expect(broker.account()).rejects.toMatchObject({ reason: "network" });
    await expect(lookAfter(59)).rejects.toMatchObject({ reason: "network" });
    line.instead = () => undefined;
    expect((await lookAfter(1)).canTrade).toBe(true);

    line.instead = refuses;
    await expect(lookAfter(1)).rejects.toMatchObject({ reason: "network" });
    await expect(lookAfter(60)).rejects.toMatchObject({
      reason: "needs-authorisation",
      message: "oauth_problem=token_rejected",
    });
  });
});

const renewalsIn = (calls: readonly string[]): number =>
  calls.filter((path) => path.endsWith("/renew_access_token")).length;
