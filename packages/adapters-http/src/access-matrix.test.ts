import { THROTTLE_RULES } from "@sevenfold/application/people/throttling";
import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { TOKEN_SCOPES } from "@sevenfold/contract/call";
import type { Endpoint } from "@sevenfold/contract/endpoint";
import { ENDPOINTS } from "@sevenfold/contract/endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { BUY, NO_ID, ROWS, type Row } from "./testing/access-rows.ts";
import type { Browser } from "./testing/browser.ts";
import { type HttpWorld, openHttpWorld, PASSWORD } from "./testing/http-world.ts";
import { nameOf } from "./testing/name-of.ts";

let world: HttpWorld;
beforeAll(async () => {
  // Calls that are refused for a wrong password are made here more often than anybody may.
  world = await openHttpWorld({ throttles: UNTHROTTLED });
});
beforeEach(async () => {
  // Each case has a minute of its own: all orders of a minute together are limited too.
  world.passTime(60_000);
  await world.pingWorker();
});
afterAll(() => world.close());

describe("every route of the contract", () => {
  it("has a row", () => {
    expect(ENDPOINTS.map(nameOf).sort()).toEqual(Object.keys(ROWS).sort());
  });
});

describe.each(ENDPOINTS.map((line) => [nameOf(line), line] as const))("%s", (name, line) => {
  const row = ROWS[name] ?? {};

  it(`answers nobody ${line.access === "anyone" ? "too" : "with 401"}`, async () => {
    const { status, json } = await callAs(world.browser(), line, row, NOBODYS);

    expect(status).toBe(line.access === "anyone" ? (row.nobody ?? 200) : 401);
    if (line.access === "signed-in") expect(json.code).toBe("signed-out");
  });

  it("answers a demo visitor as the contract says", async () => {
    const { browser } = await world.visitor();
    const { status, json } = await callAs(browser, line, row, await namesOf(browser));

    expect(status).toBe(row.demo ?? 200);
    // Nothing undeclared leaves, and nothing declared is missing.
    if (status < 300) expect(line.output.parse(json)).toEqual(json);
  });

  it("answers a user as the contract says", async () => {
    const { browser } = await memberWithPrices();
    const { status, json } = await callAs(browser, line, row, await namesOf(browser));

    expect(status).toBe(row.user ?? row.demo ?? 200);
    if (status < 300) expect(line.output.parse(json)).toEqual(json);
  });

  it("takes who is over for nobody", async () => {
    const { browser, user } = await world.visitor();
    const names = await namesOf(browser);
    await oneByOne(world.storage).users.change(user.id, (row) => ({
      ...row,
      expiresAt: row.createdAt,
    }));
    world.needs.announcer.announce({ accountId: "", userId: user.id, topic: "sign-ins" });
    const { status } = await callAs(browser, line, row, names);

    expect(status).toBe(line.access === "anyone" ? (row.nobody ?? 200) : 401);
  });

  it.each(TOKEN_SCOPES)("answers a token that may %s as far as it reaches", async (scope) => {
    const { browser } = await memberWithPrices("pro");
    const names = await namesOf(browser);
    const { token } = (await browser.post("/api/tokens", { name: "T", scope, password: PASSWORD }))
      .json;
    const program = world.program(token);
    const { status, json } = await callAs(program, line, row, names);

    if (line.tokens === "refused") {
      expect([status, json.code]).toEqual([403, "token-not-allowed"]);
    } else if (TOKEN_SCOPES.indexOf(scope) < TOKEN_SCOPES.indexOf(line.tokens)) {
      expect([status, json.code]).toEqual([403, "token-scope-too-small"]);
    } else expect(status).toBe(row.user ?? row.demo ?? 200);
  });

  it("shows nothing of another user's", async () => {
    const owner = await world.visitor();
    const stranger = await world.visitor();
    const names = await namesOf(owner.browser);

    const { status, text } = await callAs(stranger.browser, line, row, names);

    expect(status).toBe(row.onOthers ?? 200);
    expect(text).not.toContain(owner.user.id);
    for (const name of Object.values(names)) expect(text).not.toContain(name);
  });

  it("needs no more than its own method", async () => {
    const { browser } = await world.visitor();
    const path = pathOf(line, row, NOBODYS);
    const served = ENDPOINTS.filter(({ path: other }) => other === line.path);
    const others = ["PUT", "PATCH", "DELETE"].filter(
      (method) => !served.some((each) => each.method === method.toLowerCase()),
    );

    // 400 where the path is another route's with an id that is none.
    for (const method of others)
      expect([400, 404, 405], `${method} ${path}`).toContain(
        (await browser.send(method, path)).status,
      );
  });
});

/** What paths name of a user's. */
interface Names {
  readonly order: string;
  readonly broker: string;
  readonly signIn: string;
}

const NOBODYS: Names = {
  order: "A".repeat(20),
  broker: NO_ID,
  signIn: "A".repeat(20),
};

/** Every rule, far beyond what is tried here. */
const UNTHROTTLED = Object.fromEntries(
  Object.entries(THROTTLE_RULES).map(([name, rule]) => [name, { ...rule, triesMax: 1_000_000 }]),
);

const pathOf = ({ path }: Endpoint, row: Row, names: Names): string =>
  Object.entries(names).reduce(
    (text, [name, value]) => text.replace(`:${name}`, value),
    row.path ?? path,
  );

const callAs = (browser: Browser, line: Endpoint, row: Row, names: Names) =>
  browser.send(line.method.toUpperCase(), pathOf(line, row, names), {
    ...(row.body ? { body: row.body } : {}),
  });

/** On an account whose venue has prices: it may send every order there is. */
async function memberWithPrices(plan?: "pro") {
  const member = await world.member(plan);
  const { storage } = world;
  const account = (await storage.read.accounts.selectedOf(member.user.id))!;
  await storage.transact((tables) =>
    tables.accounts.change(account.id, (row) => ({ ...row, venue: "built-in" })),
  );
  return member;
}

async function namesOf(browser: Browser): Promise<Names> {
  const placed = await browser.post("/api/orders", { ...BUY, symbol: "MSFT" });
  const brokers = await browser.get("/api/brokers");
  const signIns = await browser.get("/api/sign-ins");
  return {
    order: placed.json.order.clientKey,
    broker: brokers.json[0].id,
    signIn: signIns.json[0].id,
  };
}
