import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { plainCodeAt } from "@sevenfold/application/testing/plain-codes";
import { ENDPOINTS } from "@sevenfold/contract/endpoints";
import { ok } from "@sevenfold/domain/result";
import { STOCKS } from "@sevenfold/domain/stocks";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";

import { answerOf } from "./packed-answer.ts";
import { type HttpWorld, openHttpWorld, PASSWORD } from "./testing/http-world.ts";
import { nameOf } from "./testing/name-of.ts";

let world: HttpWorld;
afterEach(() => world?.close());

const BROWSER = "gzip, deflate, br";
const BATCH = { tickers: STOCKS.slice(0, 40).map(({ ticker }) => ticker) };

describe("an answer above a kilobyte", () => {
  it("travels packed to whoever takes that, and is the same", async () => {
    const { cookie } = await visitor();
    const plain = await got("/api/market/bars?symbol=AAPL&interval=day", { cookie });
    const packed = await got("/api/market/bars?symbol=AAPL&interval=day", {
      cookie,
      accepted: BROWSER,
    });

    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.bytes.length).toBeGreaterThan(1_024);
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.headers["content-length"]).toBe(String(packed.bytes.length));
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(JSON.parse(String(gunzipSync(packed.bytes)))).toEqual(JSON.parse(String(plain.bytes)));
    for (const { headers } of [plain, packed]) expect(headers.vary).toContain("Accept-Encoding");
  });

  it.each(["identity", "gzip;q=0", "br", "gzip;q=0.2, identity;q=0.9"])(
    "travels as it is to a client that takes %j",
    async (accepted) => {
      const { cookie } = await visitor();
      const { bytes, headers } = await got("/api/openapi.json", { cookie, accepted });

      expect(headers["content-encoding"]).toBeUndefined();
      expect(JSON.parse(String(bytes))).toHaveProperty("openapi");
    },
  );

  it("is packed where a POST only looks", async () => {
    const { cookie } = await visitor();
    const asked = { cookie, accepted: BROWSER, body: BATCH };

    expect((await got("/api/company/batch", asked)).headers["content-encoding"]).toBe("gzip");
  });

  it("is packed once, however often what is kept of it is sent", async () => {
    const answer = answerOf(Buffer.from("x".repeat(2_000)));

    expect(await answer.packed()).toBe(await answer.packed());
    expect(String(gunzipSync(await answer.packed()))).toBe("x".repeat(2_000));
  });
});

describe("a shorter answer", () => {
  it("travels as it is", async () => {
    const { cookie } = await visitor();
    const { bytes, headers } = await got("/api/user", { cookie, accepted: BROWSER });

    expect(bytes.length).toBeLessThan(1_024);
    expect(headers["content-encoding"]).toBeUndefined();
  });
});

describe("a secret", () => {
  it("is told by no call whose answers are packed", () => {
    const telling = ENDPOINTS.filter(({ output }) => namesIn(output).some(isSecret));

    expect(telling.map(nameOf).sort()).toEqual([
      // What a broker calls its keys, and no key.
      "GET /api/venues",
      "POST /api/brokers/paper-keys",
      "POST /api/tokens",
      "POST /api/totp/begin",
      "POST /api/totp/confirm",
    ]);
  });

  it("is never packed, however long the answer around it", async () => {
    world = await openHttpWorld({
      instead: () => ({
        issuePaperKeys: async () => ok({ apiKey: "A".repeat(3_000), secretKey: "s".repeat(3_000) }),
      }),
    });
    const asked = { accepted: BROWSER, body: { provider: "alpaca" } };
    const { bytes, headers } = await got("/api/brokers/paper-keys", asked);

    expect(headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(String(bytes))).toMatchObject({ apiKey: "A".repeat(3_000) });
  });

  it("is told as it is by every call that tells one, however short", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member("pro");
    const told = async (path: string, body: object) => {
      const asked = { cookie: browser.cookieHeader, accepted: BROWSER, body };
      const { bytes, headers, status } = await got(path, asked);
      expect([path, status]).toEqual([path, 200]);
      expect(headers["content-encoding"]).toBeUndefined();
      // Nor would it be, were it longer.
      expect([path, headers.vary ?? ""]).toEqual([path, expect.not.stringMatching(/encoding/i)]);
      return JSON.parse(String(bytes));
    };

    await told("/api/brokers/paper-keys", { provider: "alpaca" });
    await told("/api/tokens", { name: "Mine", scope: "read", password: PASSWORD });
    const { secret } = await told("/api/totp/begin", { password: PASSWORD });
    const totpCode = plainCodeAt(secret, world.needs.clock.now());
    await told("/api/totp/confirm", { totpCode });
  });
});

/** What nobody is to guess: keys, tokens, codes, and addresses that hold them. */
const isSecret = (name: string): boolean =>
  /secret|password|token$|recovery|^apiKey$|^uri$/i.test(name);

/** Every name in what an answer may hold. */
function namesIn(output: z.ZodType): readonly string[] {
  const names: string[] = [];
  const walk = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    if ("properties" in schema) names.push(...Object.keys(schema.properties as object));
    for (const part of Object.values(schema)) walk(part);
  };
  walk(z.toJSONSchema(output, { io: "output", unrepresentable: "any" }));
  return names;
}

async function visitor() {
  world = await openHttpWorld({ keptMs: 60_000 });
  const { browser } = await world.visitor();
  return { cookie: browser.cookieHeader };
}

interface Asked {
  readonly cookie?: string;
  readonly accepted?: string;
  readonly body?: object;
}

/** The answer as it travels: `fetch` would unpack it. */
function got(path: string, { accepted, body, cookie }: Asked) {
  const headers = {
    ...(cookie === undefined ? {} : { cookie }),
    ...(accepted === undefined ? {} : { "accept-encoding": accepted }),
    ...(body === undefined
      ? {}
      : {
          "content-type": "application/json",
          "x-requested-with": "sevenfold",
          "sec-fetch-site": "same-origin",
        }),
  };
  type Got = {
    readonly status: number | undefined;
    readonly bytes: Buffer;
    readonly headers: Readonly<Record<string, string | undefined>>;
  };
  return new Promise<Got>((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    request(world.server.url + path, { method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      resolve({
        status: response.statusCode,
        bytes: Buffer.concat(chunks),
        headers: Object.fromEntries(named),
      });
    })
      .on("error", reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}
