import type { Announcement } from "@sevenfold/application/ports/announcer";
import { seed } from "@sevenfold/application/testing/storage-rows";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { inMemoryDatabase } from "@sevenfold/application/testing/world/in-memory-storage";
import { afterEach, describe, expect, it } from "vitest";
import type { HttpNeeds } from "../http-needs.ts";
import { type Memory, openMemory } from "./open-memory.ts";

let memory: Memory;
afterEach(() => memory.close());

async function opened() {
  const { signIns, storage } = inMemoryDatabase();
  const { user } = await seed(storage);
  const announcer = inMemoryAnnouncer();
  let lookUps = 0;
  const users: typeof storage.read.users = {
    ...storage.read.users,
    byId: (id) => {
      lookUps += 1;
      return storage.read.users.byId(id);
    },
  };
  const needs = {
    ...{ announcer, signIns, storage: { ...storage, read: { ...storage.read, users } } },
    clock: { monotonicMs: () => 0 },
  };
  memory = openMemory(needs as unknown as HttpNeeds, {});
  return {
    announce: (topic: Announcement["topic"]) =>
      announcer.announce({ accountId: "", userId: user.id, topic }),
    lookUps: () => lookUps,
    user,
  };
}

describe("the memory", () => {
  it("looks a user up once for who is signed in and for the views", async () => {
    const { lookUps, user } = await opened();

    expect(await memory.people.userById(user.id)).toEqual(user);
    expect(await memory.storage.read.users.byId(user.id)).toEqual(user);
    expect(lookUps()).toBe(1);
  });

  it.each([
    ["sign-ins", 2],
    ["accounts-changed", 2],
    ["settings-saved", 1],
  ] as const)("after %s has looked a user up %d times", async (topic, times) => {
    const { announce, lookUps, user } = await opened();
    await memory.people.userById(user.id);
    announce(topic);

    expect(await memory.people.userById(user.id)).toEqual(user);
    expect(lookUps()).toBe(times);
  });
});
