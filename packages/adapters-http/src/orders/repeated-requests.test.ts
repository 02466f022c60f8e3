import type { Ticker } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { afterEach, describe, expect, it } from "vitest";

import type { Browser } from "../testing/browser.ts";
import { type HttpWorld, openHttpWorld, PASSWORD } from "../testing/http-world.ts";

let world: HttpWorld;
afterEach(() => world.close());

const BUY = { symbol: "AAPL", side: "buy", orderType: "market", quantity: 3 };
const TIMES = 20;
/** As many passwords of one network as may be worked on and wait (`fairPlaces`): one more may be sent away. */
const PASSWORDS_AT_ONCE = 10;

/** The answers to one request that is sent so often in one moment, under one key. */
const sentAtOnce = (browser: Browser, path: string, body: unknown, times = TIMES) =>
  Promise.all(
    Array.from({ length: times }, () =>
      browser.post(path, body, { headers: { "idempotency-key": "the-same" } }),
    ),
  );

/** All answered well, and with the same thing: what `of` names in an answer. */
function expectOne(
  answers: readonly { readonly status: number; readonly json: unknown }[],
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into whose shape is asserted.
  of: (json: any) => unknown,
): void {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ json }) => of(json))).size).toBe(1);
}

describe("a request sent many times at once", () => {
  it("places one order, and every one is answered with it", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    world.broker.delayBy(300);

    const answers = await sentAtOnce(browser, "/api/orders", BUY);

    expectOne(answers, ({ order }) => order.clientKey);
    for (const { json } of answers) expect(json.order.status).toBe("working");
    expect(world.broker.received).toHaveLength(1);
  });

  it("is answered alike where the broker refuses the order", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    world.broker.delayBy(300);
    world.broker.answerWith({ kind: "rejected", message: "Account restricted.", cause: "other" });

    const answers = await sentAtOnce(browser, "/api/orders", BUY);

    for (const answer of answers)
      expect(answer).toMatchObject({ status: 422, json: { details: "Account restricted." } });
    expect(world.broker.received).toHaveLength(1);
  });

  it("sells a holding once", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    await hold(browser, 5);
    world.broker.delayBy(300);

    const answers = await sentAtOnce(browser, "/api/positions/sell", { ticker: "AAPL", shares: 5 });

    expectOne(answers, ({ order }) => order.clientKey);
    expect(world.broker.received).toHaveLength(1);
  });

  it("begins one emergency sale", async () => {
    world = await openHttpWorld();
    const { browser } = await world.visitor();
    await hold(browser, 5);

    expectOne(await sentAtOnce(browser, "/api/positions/sell-all", {}), ({ id }) => id);
  });

  it("connects one account", async () => {
    world = await openHttpWorld();
    const { browser } = await world.member();
    const keys = { provider: "alpaca", apiKey: "AK-once-0123456789", secretKey: "the secret" };

    expectOne(await sentAtOnce(browser, "/api/brokers", keys), ({ id }) => id);
    expect((await browser.get("/api/brokers")).json).toHaveLength(2);
  });

  it("registers one user", async () => {
    world = await openHttpWorld();
    const person = {
      username: "once",
      email: "once@example.com",
      password: PASSWORD,
      brokerProvider: "alpaca",
      brokerApiKey: "AK-once-0123456789",
      brokerSecretKey: "the secret",
    };

    const answers = await sentAtOnce(world.browser(), "/api/register", person, PASSWORDS_AT_ONCE);

    expectOne(answers, ({ id }) => id);
  });
});

async function hold(browser: Browser, count: number): Promise<void> {
  const accountId = (await browser.get("/api/account")).json.id;
  await world.storage.transact(({ positions }) =>
    positions.put({
      accountId,
      ticker: "AAPL" as Ticker,
      quantity: shares(count),
      costBasis: money(count * 2_000_000),
      isManaged: true,
      updatedAt: world.needs.clock.now(),
    }),
  );
}
