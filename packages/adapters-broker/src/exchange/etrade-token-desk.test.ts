import { instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { describe, expect, it, onTestFinished } from "vitest";
import type { UnsignedRequest } from "../etrade/etrade-signature.ts";
import { requestToken } from "../etrade/etrade-tokens.ts";
import {
  accepted,
  accessFor,
  etradeHostsAt,
  signedIn,
} from "../etrade/testing/etrade-on-loopback.ts";
import { exchangeOnLoopback, START } from "./testing/exchange-on-loopback.ts";
import { open } from "./testing/opened-etrade-door.ts";

const MINUTE_MS = 60_000;

describe("letting a program in at the exchange, as E*TRADE does", () => {
  it("gives out a request token, shows its code once accepted, and takes both once", async () => {
    const { connection } = await open();
    const { authorizeUrl, token } = await requestToken(connection);

    const asked = await fetch(authorizeUrl);
    expect(asked.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(await asked.text()).toContain("Let Sevenfold trade on your paper account?");
    const verifier = await accepted(authorizeUrl);
    expect(verifier).toMatch(/^[A-Z2-9]{6}$/);

    const access = await accessFor(connection, token, verifier);
    expect(access.token.key).not.toBe(token.key);
    await expect(accessFor(connection, token, verifier)).rejects.toMatchObject({
      message: "oauth_problem=token_rejected",
    });
    expect((await fetch(authorizeUrl)).status).toBe(400);
  });

  it("uses a request token up also by a wrong code, by declining and by five minutes", async () => {
    const { connection, exchange } = await open();
    const first = await requestToken(connection);
    await accepted(first.authorizeUrl);
    await expect(accessFor(connection, first.token, "WRONG1")).rejects.toMatchObject({
      reason: "needs-authorisation",
      message: "oauth_problem=verifier_invalid",
    });

    const second = await requestToken(connection);
    await fetch(second.authorizeUrl, {
      method: "POST",
      body: new URLSearchParams({ answer: "decline" }),
    });
    expect((await fetch(second.authorizeUrl)).status).toBe(400);

    const third = await requestToken(connection);
    const verifier = await accepted(third.authorizeUrl);
    exchange.moveTo(instant(START + 5 * MINUTE_MS));
    await expect(accessFor(connection, third.token, verifier)).rejects.toMatchObject({
      message: "oauth_problem=token_rejected",
    });
  });

  it("refuses what is signed wrongly, too late or a second time, and callbacks it does not know", async () => {
    const { connection, exchange, signed } = await open();
    const base = {
      url: `${exchange.url}/etrade/oauth/request_token`,
      extra: { oauth_callback: "oob" },
    };
    const { key, secret } = connection.consumer;

    expect(await signed(base)).toMatchObject({ status: 200 });
    const problem = async (change: Partial<UnsignedRequest>) =>
      (await signed({ ...base, ...change })).text;
    expect(await problem({ nonce: "N1" })).toContain("oauth_token=");
    expect(await problem({ nonce: "N1" })).toContain("nonce_used");
    expect(await problem({ consumer: { key, secret: `${secret}x` } })).toContain(
      "signature_invalid",
    );
    expect(await problem({ consumer: { key: "PKNOBODY", secret } })).toContain(
      "consumer_key_unknown",
    );
    expect(await problem({ timestamp: START / 1_000 - 301 })).toContain("timestamp_refused");
    expect(await problem({ extra: { oauth_callback: "https://elsewhere.example" } })).toContain(
      "callback_rejected",
    );
    expect(
      await problem({
        token: { key: "made/up+", secret: "x" },
        url: `${exchange.url}/etrade/v1/accounts/list`,
      }),
    ).toContain("token_rejected");
  });

  it("takes signatures dated by its clients' clock where its own runs ahead", async () => {
    const theirs = instant(START - 365 * 24 * 3_600_000);
    const exchange = await exchangeOnLoopback({ signingClock: { now: () => theirs } });
    onTestFinished(() => exchange.close());
    const { keyId: key, signingSecret: secret } = await exchange.link.paperVenue.openAccount({
      cash: money(1_000_000_000),
      openedAt: START,
      history: [],
    });
    const connection = { ...etradeHostsAt(exchange.url), consumer: { key, secret } };

    const signing = { ...connection, now: () => theirs };
    expect((await requestToken(signing)).token.key).not.toBe("");
    await expect(requestToken({ ...connection, now: () => exchange.now() })).rejects.toMatchObject({
      message: expect.stringContaining("refuses the time"),
    });
  });

  it("never takes the tokens of one account for another's", async () => {
    const { connection, exchange, signed } = await open();
    const other = await open(exchange);
    const access = await signedIn(other.connection);

    const answer = await signed({
      url: `${exchange.url}/etrade/v1/accounts/list`,
      consumer: connection.consumer,
      token: access.token,
    });

    expect(answer).toMatchObject({ status: 401 });
    expect(answer.text).toContain("token_rejected");
  });

  it("ends an access token when it is revoked", async () => {
    const { connection, list, signed, exchange } = await open();
    expect(await list("/v1/accounts/list")).toMatchObject({ status: 200 });
    const { token } = await signedIn(connection);

    const revoked = await signed({
      url: `${exchange.url}/etrade/oauth/revoke_access_token`,
      token,
    });
    expect(revoked.text).toBe("Revoked Access Token");
    const after = await signed({ url: `${exchange.url}/etrade/v1/accounts/list`, token });
    expect(after.text).toContain("token_expired");
  });
});
