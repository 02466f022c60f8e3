import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHttpServer } from "@sevenfold/adapters-http/server";
import type { SignIn } from "@sevenfold/application/ports/stores/sign-in-store";
import { seed } from "@sevenfold/application/testing/storage-rows";
import { type Instant, instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { afterEach, beforeEach, expect, it } from "vitest";

import { Closing } from "./closing.ts";
import { configurationFrom } from "./configuration.ts";
import { openContainer } from "./container.ts";
import { httpNeeds, httpOptions } from "./http-needs.ts";

const HOUR_MS = 3_600_000;
const CURVE = "/api/portfolio/equity?range=all";
const SECRET = "a-sign-in-of-this-test";
const HEADERS = {
  cookie: `sf=${SECRET}`,
  "content-type": "application/json",
  "x-requested-with": "sevenfold",
  "sec-fetch-site": "same-origin",
};

const closing = new Closing();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sevenfold-kept-"));
});
afterEach(async () => {
  await closing.close();
  await rm(folder, { recursive: true, force: true });
});

it("what a view found in the database is kept through a save of settings where it shows none of them", async () => {
  const env = { DATA_DIR: folder, LOG_LEVEL: "silent", PORT: "0" };
  const container = await openContainer(configurationFrom(env), closing);
  const needs = httpNeeds(container);
  const { account, user } = await seed(needs.storage);
  await needs.signIns.put(signInOf(user.id, needs.clock.now()));
  const server = await openHttpServer(needs, { ...httpOptions(container), keptMs: HOUR_MS });
  closing.add(() => server.close());
  const shown = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: HEADERS });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  };
  const { version } = await shown("/api/risk");
  // It shows settings and is made beside the curve.
  await shown("/api/account");
  const curve = await shown(CURVE);
  const point = { at: needs.clock.now(), equity: money(123_456_789) };
  await needs.storage.transact(({ equity }) => equity.add(account.id, [point]));

  const body = JSON.stringify({ coolDownSec: 61 });
  const saved = await fetch(`${server.url}/api/risk`, { method: "PUT", headers: HEADERS, body });

  expect(saved.status).toBe(200);
  expect(await shown("/api/risk")).toMatchObject({ coolDownSec: 61, version: Number(version) + 1 });
  expect(await shown(CURVE)).toEqual(curve);
  needs.announcer.announce({ accountId: account.id, userId: user.id, topic: "account" });
  expect(await shown(CURVE)).not.toEqual(curve);
});

/** A sign-in as it is stored, of the user whose browser has the cookie. */
function signInOf(userId: string, at: Instant): SignIn {
  const endsAt = instant(at + HOUR_MS);
  const content = { userId, signedInAt: at, lastSeenAt: at, endsAt, device: "a test" };
  const sidHash = createHash("sha256").update(SECRET).digest("hex");
  return { sidHash, userId, content, expiresAt: endsAt };
}
