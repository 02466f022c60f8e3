import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noPayments } from "@sevenfold/application/billing/no-payments";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { sevenfold } from "../testing/run-sevenfold.ts";
import { Closing } from "./closing.ts";
import { ConfigurationError, configurationFrom } from "./configuration.ts";
import { openPayments } from "./payments.ts";
import { type Product, startProduct } from "./product.ts";

const SECRET = "whsec_0123456789";
const closing = new Closing();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-payments-"));
});
afterEach(async () => {
  await closing.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = (env: Record<string, string> = {}) =>
  configurationFrom({ DATA_DIR: folder, LOG_LEVEL: "silent", PORT: "0", ...env });

describe("who takes the money", () => {
  it("is Stripe where both its secrets are set, with two for messages while one is changed", () => {
    const { environment, stripe } = settings({
      STRIPE_SECRET_KEY: "sk_test_0123456789",
      STRIPE_WEBHOOK_SECRET: `${SECRET}, whsec_abcdefghij`,
    });

    expect(stripe).toEqual({
      secretKey: "sk_test_0123456789",
      webhookSecrets: [SECRET, "whsec_abcdefghij"],
    });
    // No broker's module learns them.
    expect(Object.keys(environment).filter((name) => name.startsWith("STRIPE"))).toEqual([]);
  });

  it.each([
    { STRIPE_SECRET_KEY: "sk_test_0123456789" },
    { STRIPE_WEBHOOK_SECRET: SECRET },
    { STRIPE_SECRET_KEY: "pk_live_0123456789", STRIPE_WEBHOOK_SECRET: SECRET },
    { STRIPE_SECRET_KEY: "sk_test_0123456789", STRIPE_WEBHOOK_SECRET: "secret" },
    {
      STRIPE_SECRET_KEY: "sk_test_0123456789",
      STRIPE_WEBHOOK_SECRET: `${SECRET},${SECRET},${SECRET}`,
    },
  ])("is not guessed where it cannot be meant: %j", (env) => {
    expect(() => settings(env as Record<string, string>)).toThrow(ConfigurationError);
  });

  it("is nobody where several processes run and no key is set: nothing is sold", async () => {
    const several = settings({ EXCHANGE_URL: "http://127.0.0.1:4100" });
    const { payments, simulated } = await openPayments(several, closing);

    expect(simulated).toBeUndefined();
    await expect(payments.offers()).rejects.toThrow("STRIPE_SECRET_KEY is missing");
    expect(payments.mode).toBe("none");
    expect(noPayments("why").readNotice("{}", "", 0 as never).ok).toBe(false);
  });
});

describe("`sevenfold billing setup`", () => {
  it("says what it needs, and asks nobody without it", async () => {
    const { exitCode, stderr } = await sevenfold("billing", "setup");

    expect(exitCode).toBe(2);
    expect(stderr).toContain("STRIPE_SECRET_KEY is not set");
  });
});

describe("a product without Stripe's keys", () => {
  it("sells by its own simulation, hears of it at its own door, and keeps it over a restart", async () => {
    const first = await startProduct(settings());
    closing.add(() => first.close());
    const login = await signUp(first);
    const cookie = await signIn(first, login);
    const { url } = await call(first, "/api/billing/checkout", { cookie, body: { plan: "pro" } });
    const paid = await fetch(String(url), {
      ...{ method: "POST", redirect: "manual", body: "card=good" },
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: String(first.url),
      },
    });
    expect(paid.status).toBe(303);
    await expect
      .poll(() => call(first, "/api/subscription/status", { cookie }))
      .toMatchObject({ status: "trialing", planType: "pro" });
    await closing.close();

    const second = await startProduct(settings());
    closing.add(() => second.close());
    const again = await signIn(second, login);
    const synced = await call(second, "/api/billing/sync", { cookie: again, body: {} });
    expect(synced).toMatchObject({ isSimulated: true, subscription: { status: "trialing" } });
  });
});

interface Asked {
  readonly cookie?: string;
  readonly body?: object;
}

const ask = ({ url }: Product, path: string, { body, cookie }: Asked) =>
  fetch(`${url}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "x-requested-with": "sevenfold",
      origin: String(url),
      ...(cookie !== undefined && { cookie }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const call = async (product: Product, path: string, asked: Asked) =>
  (await (await ask(product, path, asked)).json()) as Record<string, unknown>;

async function signUp(product: Product) {
  const login = {
    ...{ username: "buyer", email: "buyer@example.com", password: "correct horse battery" },
  };
  const keys = await call(product, "/api/brokers/paper-keys", { body: {} });
  const made = await ask(product, "/api/register", {
    body: {
      ...login,
      brokerProvider: "alpaca",
      brokerApiKey: keys.apiKey,
      brokerSecretKey: keys.secretKey,
    },
  });
  expect(made.status).toBe(200);
  return login;
}

async function signIn(product: Product, login: object): Promise<string> {
  const signedIn = await ask(product, "/api/login", { body: login });
  return signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
