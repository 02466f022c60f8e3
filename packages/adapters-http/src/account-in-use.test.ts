import { selectBroker } from "@sevenfold/application/brokers/select-broker";
import { ACCOUNT_HEADER } from "@sevenfold/contract/account-in-use";
import type { Endpoint } from "@sevenfold/contract/endpoint";
import { ENDPOINTS, TEXT_ENDPOINTS } from "@sevenfold/contract/endpoints";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Browser } from "./testing/browser.ts";
import { type HttpWorld, openHttpWorld } from "./testing/http-world.ts";

let world: HttpWorld;
beforeEach(async () => {
  world = await openHttpWorld();
});
afterEach(() => world.close());

const KEYS = { provider: "alpaca", apiKey: "AK-second-0123456789", secretKey: "the second secret" };
const ORDER = { symbol: "AAPL", side: "buy", orderType: "limit", quantity: 1, limitPrice: 100 };

/** Somebody with two accounts, the second of which is in use. */
async function owner() {
  const { browser, user } = await world.member();
  const first = (await browser.get("/api/account")).json.id as string;
  const second = (await browser.post("/api/brokers", { ...KEYS, accountLabel: "Second" })).json
    .id as string;
  return { browser, user, first, second, meaning: (id: string) => ({ [ACCOUNT_HEADER]: id }) };
}

const use = (browser: Browser, id: string) => browser.post(`/api/brokers/${id}/select`);

describe("an answer", () => {
  it("says which account it is of", async () => {
    const { browser, first, second } = await owner();
    for (const path of ["/api/account", "/api/trades", "/api/trading-config", "/api/risk"])
      expect((await browser.get(path)).headers.get(ACCOUNT_HEADER)).toBe(second);

    await use(browser, first);
    for (const path of ["/api/account", "/api/trades", "/api/trading-config", "/api/risk"])
      expect((await browser.get(path)).headers.get(ACCOUNT_HEADER)).toBe(first);
  });

  it("that is of nobody's account names none", async () => {
    const { browser } = await owner();

    for (const path of ["/api/user", "/api/watchlist", "/api/brokers", "/api/market/panel"])
      expect((await browser.get(path)).headers.get(ACCOUNT_HEADER)).toBeNull();
  });

  it("is never of another account than it says, whenever one is put in use", async () => {
    const { browser, first, second } = await owner();
    const cashOf = { [first]: 0, [second]: 0 };
    for (const id of [first, second]) {
      await use(browser, id);
      const body = { buyDropPct: id === first ? 0.05 : 0.07 };
      await browser.send("PUT", "/api/trading-config", { body });
      cashOf[id] = body.buyDropPct;
    }
    const reads: Promise<void>[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const switched = use(browser, turn % 2 === 0 ? first : second);
      for (let each = 0; each < 4; each += 1)
        reads.push(
          browser.get("/api/trading-config").then(({ headers, json }) => {
            expect(json.buyDropPct).toBe(cashOf[headers.get(ACCOUNT_HEADER)!]);
          }),
        );
      await switched;
    }
    await Promise.all(reads);
  });
});

describe("where another is put in use while something is answered", () => {
  /** A server in which something happens in the midst of the next answer. */
  async function interrupted() {
    await world.close();
    const next: { meanwhile?: () => Promise<unknown> } = {};
    const happen = async () => {
      const { meanwhile } = next;
      delete next.meanwhile;
      await meanwhile?.();
    };
    let placed = 0;
    world = await openHttpWorld({
      instead: ({ placeOrder, storage }) => ({
        storage: {
          ...storage,
          read: {
            ...storage.read,
            settings: {
              ...storage.read.settings,
              async of(accountId) {
                const settings = await storage.read.settings.of(accountId);
                await happen();
                return settings;
              },
            },
          },
        },
        async placeOrder(draft) {
          placed += 1;
          const answer = await placeOrder(draft);
          await happen();
          return answer;
        },
      }),
    });
    return { ...(await owner()), next, placed: () => placed };
  }

  it("is made anew what only looks, and is of the one in use then", async () => {
    const { browser, first, next, second } = await interrupted();
    for (const [id, buyDropPct] of [
      [first, 0.05],
      [second, 0.07],
    ] as const) {
      await use(browser, id);
      await browser.send("PUT", "/api/trading-config", { body: { buyDropPct } });
    }
    next.meanwhile = () => use(browser, first);
    const { headers, json } = await browser.get("/api/trading-config");

    expect([headers.get(ACCOUNT_HEADER), json.buyDropPct]).toEqual([first, 0.05]);
  });

  it("is done once what changes something", async () => {
    const { browser, first, next, placed } = await interrupted();
    next.meanwhile = () => use(browser, first);

    expect((await browser.post("/api/orders", ORDER)).status).toBe(200);
    expect(placed()).toBe(1);
    expect(await world.storage.read.orders.open(first)).toEqual([]);
  });
});

describe("a change of settings", () => {
  it.each([
    ["/api/risk", { coolDownSec: 61 }],
    ["/api/trading-config", { buyDropPct: 0.09 }],
  ])(
    "is answered as of the account it changed, which is looked up once: %s",
    async (path, body) => {
      const { browser, first, second } = await owner();
      const { accounts, settings } = world.storage.read;
      const before = await settings.of(first);
      const looks = vi
        .spyOn(accounts, "selectedOf")
        .mockResolvedValueOnce(await accounts.byId(second))
        // Another is put in use meanwhile.
        .mockResolvedValue(await accounts.byId(first));
      const { headers } = await browser.send("PUT", path, { body });

      expect(headers.get(ACCOUNT_HEADER)).toBe(second);
      expect(looks).toHaveBeenCalledTimes(1);
      expect((await settings.of(second))?.version).toBe(2);
      expect(await settings.of(first)).toEqual(before);
    },
  );
});

describe("an answer that is kept for a moment", () => {
  it("is of the account it says, though nobody has told of the switch", async () => {
    await world.close();
    let aheadMs = 0;
    world = await openHttpWorld({
      keptMs: 1_000,
      instead: ({ clock }) => ({
        clock: { ...clock, monotonicMs: () => clock.monotonicMs() + aheadMs },
      }),
    });
    const { browser, user, first, meaning, second } = await owner();
    const rules = { [first]: 0.05, [second]: 0.07 };
    for (const id of [first, second]) {
      await use(browser, id);
      await browser.send("PUT", "/api/trading-config", { body: { buyDropPct: rules[id] } });
    }
    const silent = { ...world.needs, announcer: { ...world.announcer, announce: () => {} } };
    const told = new Set<string>();
    for (const accountId of [first, second, first, second]) {
      await selectBroker(silent)({ accountId, userId: user.id });
      // What was read together is forgotten one after the other.
      for (let step = 0; step < 25; step += 1) {
        aheadMs += 50;
        const { headers, json } = await browser.get("/api/trading-config");
        const of = headers.get(ACCOUNT_HEADER)!;
        expect(json.buyDropPct).toBe(rules[of]);
        told.add(of);
        // Whoever means an account is told of that one, or of none.
        const meant = await browser.get("/api/trading-config", { headers: meaning(accountId) });
        if (meant.status === 200) expect(meant.json.buyDropPct).toBe(rules[accountId]);
      }
    }
    expect(told).toEqual(new Set([first, second]));
  });
});

describe("a call that means an account", () => {
  it("passes while that one is in use", async () => {
    const { browser, meaning, second } = await owner();
    const headers = meaning(second);

    expect((await browser.get("/api/trades", { headers })).status).toBe(200);
    expect((await browser.post("/api/orders/check", ORDER, { headers })).status).toBe(200);
  });

  const ofAccount = [...ENDPOINTS, ...TEXT_ENDPOINTS].filter(
    ({ belongsTo }) => belongsTo === "account",
  );

  it.each(ofAccount.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    "is refused while another one is in use: %s %s",
    async (method, path, endpoint) => {
      const { browser, first, meaning, second } = await owner();
      const body = "output" in endpoint && method !== "get" ? bodyOf(endpoint) : undefined;

      const { status, json, headers } = await browser.send(method.toUpperCase(), at(path), {
        headers: meaning(first),
        ...(body === undefined ? {} : { body }),
      });

      expect([status, json.code, json.details]).toEqual([
        409,
        "another-account",
        "“Second” is in use now, and this was meant for another account. Nothing was changed. Look at what “Second” shows, then decide again.",
      ]);
      expect(headers.get(ACCOUNT_HEADER)).toBe(second);
    },
  );

  it.each([
    ["POST", "/api/orders", ORDER],
    ["PUT", "/api/trading-config", { buyDropPct: 0.09 }],
    ["PUT", "/api/risk", { coolDownSec: 61 }],
    ["POST", "/api/worker/toggle", { enabled: false }],
    ["POST", "/api/positions/AAPL/manage", { managed: true }],
    ["POST", "/api/positions/sell", { ticker: "AAPL", shares: 1 }],
    ["POST", "/api/positions/sell-all", {}],
    ["POST", "/api/orders/cancel-all", {}],
  ])("is refused too where the other is put in use behind the door: %s %s", async (...asked) => {
    const [method, path, body] = asked;
    const { browser, first, second, meaning } = await owner();
    const settings = await world.storage.read.settings.of(first);
    let looks = 0;
    const { accounts } = world.storage.read;
    const { selectedOf } = accounts;
    Object.assign(accounts, {
      selectedOf: async (userId: string) => {
        looks += 1;
        const account = await selectedOf.call(accounts, userId);
        // After the door's look: the account the handler finds is another.
        return 1 < looks ? accounts.byId(first) : account;
      },
    });
    const answer = await browser.send(method, path, { body, headers: meaning(second) });
    Object.assign(accounts, { selectedOf });

    expect(answer.json.code).toBe("another-account");
    expect(await world.storage.read.orders.open(first)).toEqual([]);
    expect(await world.storage.read.settings.of(first)).toEqual(settings);
  });
});

/** Something a call takes, so that nothing else is wrong with it. */
function bodyOf({ path }: Endpoint): object {
  if (path === "/api/orders" || path === "/api/orders/check") return ORDER;
  if (path === "/api/positions/sell") return { ticker: "AAPL", shares: 1 };
  if (path.endsWith("/manage")) return { managed: true };
  if (path === "/api/worker/toggle") return { enabled: false };
  if (path === "/api/portfolio") return { goalAmount: 500_000 };
  return {};
}

const at = (path: string): string =>
  (path.includes("/bars") ? `${path}?symbol=AAPL&interval=day` : path)
    .replace(":clientKey", "ABCDEFGHIJKLMNOPQRST")
    .replace(":ticker", "AAPL")
    .replace(":id", "1d1b0a4e-1111-4c77-8a26-0a3cf1d0c001");
