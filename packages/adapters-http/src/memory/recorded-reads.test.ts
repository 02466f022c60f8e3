import { oneByOne } from "@sevenfold/application/testing/one-by-one";
import { somePosition } from "@sevenfold/application/testing/storage-rows";
import { inMemoryStorage } from "@sevenfold/application/testing/world/in-memory-storage";
import { listPositions } from "@sevenfold/contract/portfolio";
import { readRisk } from "@sevenfold/contract/settings";
import { refused } from "@sevenfold/domain/result";
import { afterEach, describe, expect, it } from "vitest";
import type { HttpNeeds } from "../http-needs.ts";
import { view } from "../route.ts";
import { type HttpWorld, openHttpWorld } from "../testing/http-world.ts";
import { recorded, recordedEach } from "./recorded-reads.ts";

let world: HttpWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const HOUR_MS = 3_600_000;
/** Whatever is set of an account, these say the same. */
const WITHOUT_SETTINGS = [
  "/api/positions",
  "/api/portfolio",
  "/api/portfolio/summary",
  "/api/trades",
];
const WITH_SETTINGS = ["/api/risk", "/api/trading-config"];

describe("recorded views", () => {
  const needs = { storage: inMemoryStorage() } as unknown as HttpNeeds;
  const routesOf = ({ storage: { read } }: HttpNeeds) => [
    view(readRisk, async () => {
      await read.settings.of("a");
      return refused({ kind: "account-not-found" });
    }),
    view(listPositions, async () => {
      await read.positions.of("a");
      return refused({ kind: "account-not-found" });
    }),
  ];
  const asked = async (recording: typeof recorded) => {
    const routes = recording(needs, routesOf);
    for (const { answer } of routes) await answer({ input: {}, user: {} } as never);
    return routes.map(({ reads }) => [...(reads ?? [])].sort());
  };

  it("note together which tables they read", async () => {
    const all = ["accounts", "positions", "settings", "users"];

    expect(await asked(recorded)).toEqual([all, all]);
  });

  it("note each for itself where what changes one leaves the others kept", async () => {
    expect(await asked(recordedEach)).toEqual([
      ["accounts", "settings", "users"],
      ["accounts", "positions", "users"],
    ]);
  });
});

describe("a kept view", () => {
  it.each([
    ["/api/risk", { coolDownSec: 61 }],
    ["/api/trading-config", { buyDropPct: 0.07 }],
  ])("that shows no settings outlasts PUT %s; one that does is made anew", async (path, body) => {
    world = await openHttpWorld({ keptMs: HOUR_MS });
    const { browser, user } = await world.member("pro");
    const account = (await world.storage.read.accounts.selectedOf(user.id))!;
    const shown = async (paths: readonly string[]) =>
      Promise.all(paths.map(async (each) => (await browser.get(each)).text));
    const [before, settings] = [await shown(WITHOUT_SETTINGS), await shown(WITH_SETTINGS)];
    const updatedAt = world.needs.clock.now();
    await oneByOne(world.storage).positions.put({ ...somePosition(account.id, 99), updatedAt });

    expect((await browser.send("PUT", path, { body })).status).toBe(200);

    expect(await shown(WITHOUT_SETTINGS)).toEqual(before);
    for (const [index, text] of (await shown(WITH_SETTINGS)).entries())
      expect(text).not.toBe(settings[index]);
  });

  it("is made anew where its account is announced to be another", async () => {
    world = await openHttpWorld({ keptMs: HOUR_MS });
    const { browser, user } = await world.member("pro");
    const account = (await world.storage.read.accounts.selectedOf(user.id))!;
    const before = await browser.get("/api/positions");
    const updatedAt = world.needs.clock.now();
    await oneByOne(world.storage).positions.put({ ...somePosition(account.id, 99), updatedAt });
    world.announcer.announce({ accountId: account.id, userId: user.id, topic: "account" });

    expect((await browser.get("/api/positions")).text).not.toBe(before.text);
  });
});
