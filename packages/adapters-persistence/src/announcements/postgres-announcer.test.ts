import type { Announcement } from "@sevenfold/application/ports/announcer";
import { describeAnnouncer } from "@sevenfold/application/ports/announcer.conformance";
import { inMemoryAnnouncer } from "@sevenfold/application/testing/world/in-memory-announcer";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { gateTo } from "../testing/gate.ts";
import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "../testing/temporary-postgres.ts";
import { openPostgresAnnouncer, type PostgresAnnouncer } from "./postgres-announcer.ts";

const ORDERS: Announcement = { accountId: "a", userId: "u", topic: "orders" };
const SETTINGS: Announcement = { accountId: "a", userId: "u", topic: "settings" };

describe.skipIf(!canTestOnPostgres())("an announcer on PostgreSQL", () => {
  let postgres: TestPostgres;
  let url: string;
  const open: PostgresAnnouncer[] = [];

  beforeAll(async () => {
    postgres = await startTestPostgres();
    url = await postgres.newDatabase();
  });
  afterEach(async () => {
    for (const announcer of open.splice(0)) await announcer.close();
  });
  afterAll(() => postgres?.stop());

  /** One process: what it announces by, and all it has heard. */
  const process = async (address = url, soleRole?: string) => {
    const events: string[] = [];
    const log = {
      info: (event: string) => void events.push(event),
      warn: (event: string) => void events.push(event),
      error: (event: string) => void events.push(event),
    };
    const missed = vi.fn();
    const local = { ...inMemoryAnnouncer(), missed };
    const announcer = await openPostgresAnnouncer({
      ...{ url: address, local, log, pauseMs: () => 20 },
      ...(soleRole === undefined ? {} : { soleRole }),
    });
    open.push(announcer);
    const heard: Announcement[] = [];
    announcer.listen((announcement) => heard.push(announcement));
    return { announcer, events, heard, missed };
  };

  describeAnnouncer("on PostgreSQL", async () => (await process()).announcer);

  it("is heard by the others too, and by its own process but once", async () => {
    const [here, there, elsewhere] = [await process(), await process(), await process()];

    here.announcer.announce(ORDERS);
    expect(here.heard).toEqual([ORDERS]);
    there.announcer.announce(SETTINGS);

    await soon(() => expect(elsewhere.heard).toHaveLength(2));
    await soon(() => expect(here.heard).toEqual([ORDERS, SETTINGS]));
    await soon(() => expect(there.heard).toEqual([SETTINGS, ORDERS]));
    for (const { missed } of [here, there, elsewhere]) expect(missed).not.toHaveBeenCalled();
  });

  it("carries thousands at once, and those that are said again once more", async () => {
    const [here, there] = [await process(), await process()];
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      ...ORDERS,
      accountId: `account ${index}`,
    }));

    for (const each of many) here.announcer.announce(each);
    await soon(() => expect(there.heard).toEqual(many));
    here.announcer.announce(many[0]!);

    await soon(() => expect(there.heard).toHaveLength(3_001));
  });

  it("says that some were missed, when more waited than it can keep", async () => {
    const [here, there] = [await process(), await process()];

    for (let index = 0; index <= 10_000; index += 1)
      here.announcer.announce({ ...ORDERS, accountId: `account ${index}` });

    await soon(() => expect(there.missed).toHaveBeenCalledTimes(1));
    // What came after that word was told by its name.
    await soon(() => expect(there.heard).toHaveLength(1));
  });

  it("is sent once the server is back, when listeners hear that they missed some", async () => {
    const gate = await gateTo(url);
    const [here, there] = [await process(gate.url), await process()];
    await gate.shut();
    await soon(() => expect(here.events).toContain("announcements-cut-off"));

    here.announcer.announce(ORDERS);
    there.announcer.announce(SETTINGS);
    expect(here.heard).toEqual([ORDERS]);
    await gate.open();

    await soon(() => expect(here.missed).toHaveBeenCalledTimes(1));
    await soon(() => expect(there.heard).toEqual([SETTINGS, ORDERS]));
    expect(there.missed).not.toHaveBeenCalled();
    expect(here.events).toEqual(["announcements-cut-off", "announcements-heard-again"]);
    await here.announcer.close();
    await gate.shut();
  });

  it("is sent again where the line was cut while it was on its way", async () => {
    const gate = await gateTo(url);
    const [here, there] = [await process(gate.url), await process()];

    here.announcer.announce(ORDERS);
    await new Promise((sent) => setImmediate(sent));
    await gate.shut();
    await gate.open();

    await soon(() => expect(there.heard).toEqual([ORDERS]));
    await here.announcer.close();
    await gate.shut();
  });

  it("is not taken from who closed the line in the server, and goes on over a new one", async () => {
    const [here, there] = [await process(), await process()];
    const other = await connected(url);
    await other.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sevenfold-announcer'",
    );
    await other.end();
    await soon(() => expect(here.missed).toHaveBeenCalled());
    await soon(() => expect(there.missed).toHaveBeenCalled());

    here.announcer.announce(ORDERS);

    await soon(() => expect(there.heard).toEqual([ORDERS]));
  });

  it("takes what it does not understand for something missed", async () => {
    const here = await process();
    const other = await connected(url);

    await other.query('SELECT pg_notify(\'sevenfold\', \'["another", ["a", "u", "later"]]\')');

    await soon(() => expect(here.missed).toHaveBeenCalledTimes(1));
    expect(here.events).toEqual(["announcement-not-understood"]);
    await other.end();
  });

  it("sends what it was given before it hangs up, and nothing after", async () => {
    const [here, there] = [await process(), await process()];

    here.announcer.announce(ORDERS);
    await here.announcer.close();
    here.announcer.announce(SETTINGS);
    await soon(() => expect(there.heard).toEqual([ORDERS]));

    // What a process says itself it hears at once; what came before it over the line is there.
    there.announcer.announce(SETTINGS);
    const third = await process();
    third.announcer.announce(ORDERS);

    await soon(() => expect(there.heard).toEqual([ORDERS, SETTINGS, ORDERS]));
  });

  it.each([
    ["with nothing to tell", []],
    ["with something to tell", [ORDERS]],
  ])("hangs up on a server that is silent, %s", async (_case, told) => {
    const gate = await gateTo(url);
    const { announcer } = await process(gate.url);
    gate.silence();
    for (const each of told) announcer.announce(each);

    const over = announcer.close().then(() => "closed");

    const late = new Promise((resolve) => setTimeout(resolve, 50_000, "waits for the server"));
    expect(await Promise.race([over, late])).toBe("closed");
    await gate.shut();
  });

  it("opens in one process only where a role is for one, and in the next once that is gone", async () => {
    const first = await process(url, "exchange");
    await process(url, "another role");
    await process();
    await expect(process(url, "exchange")).rejects.toMatchObject({
      name: "RoleTaken",
      message: "Another process on this database is its exchange.",
    });

    const next = process(url, "exchange");
    await first.announcer.close();

    await next;
  });

  it("takes its role again with a new line, and goes on when the role is taken", async () => {
    const gate = await gateTo(url);
    const first = await process(gate.url, "exchange");
    await gate.shut();
    await soon(() => expect(first.events).toContain("announcements-cut-off"));
    const usurper = await process(url, "exchange");
    await gate.open();
    await soon(() => expect(first.events).toContain("role-taken"));
    await usurper.announcer.close();

    await soon(() => expect(first.events).toContain("announcements-heard-again"));
    await expect(process(url, "exchange")).rejects.toMatchObject({ name: "RoleTaken" });
    await first.announcer.close();
    await gate.shut();
  });

  it("does not open on a server that is not there", async () => {
    const gate = await gateTo(url);
    await gate.shut();

    await expect(process(gate.url)).rejects.toMatchObject({ name: "StorageUnavailable" });
  });
});

const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}
