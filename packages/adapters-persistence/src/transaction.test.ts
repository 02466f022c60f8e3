import type { DataSource, EntityManager } from "typeorm";
import { describe, expect, it } from "vitest";
import { ask, tell } from "./statement.ts";
import { inTransaction } from "./transaction.ts";

const WRITE = { text: "INSERT INTO things VALUES (1)", values: [] };
const READ = { text: "SELECT 1 FROM things FOR UPDATE", values: [] };

/** A connection to a server that answers whatever it is sent, and begins no transaction where that is refused. */
function server({ refuses }: { readonly refuses?: string } = {}) {
  const sent: string[] = [];
  const client = {
    pipeline: true,
    async query(statement: string | { readonly text: string }) {
      const text = typeof statement === "string" ? statement : statement.text;
      sent.push(text);
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (text === refuses) throw new Error("canceled");
      return { rows: [], command: text };
    },
  };
  const runner = {
    connect: async () => client,
    release: async () => undefined,
    rollbackTransaction: async () => undefined,
    manager: {},
  };
  runner.manager = { queryRunner: runner };
  const dataSource = { createQueryRunner: () => runner } as unknown as DataSource;
  return { dataSource, sent };
}

describe("a transaction that does not begin", () => {
  it.each([
    ["told", (manager: EntityManager) => tell(manager, WRITE)],
    ["asked", (manager: EntityManager) => ask(manager, WRITE)],
  ])(
    "sends no write before it is known to have begun: %s",
    async (_, work: (manager: EntityManager) => Promise<unknown>) => {
      const { dataSource, sent } = server({ refuses: "BEGIN" });

      await expect(inTransaction(dataSource, work)).rejects.toThrow("canceled");

      expect(sent).toEqual(["BEGIN"]);
    },
  );

  it("takes no answer to a read where it had not begun", async () => {
    const { dataSource, sent } = server({ refuses: "BEGIN" });
    let answers = 0;

    const failed = inTransaction(dataSource, async (manager) => {
      await ask(manager, READ);
      answers += 1;
    });

    await expect(failed).rejects.toThrow("canceled");
    expect(sent).toEqual(["BEGIN", READ.text]);
    expect(answers).toBe(0);
  });
});

const NO_WAIT = "SET LOCAL synchronous_commit = off";

describe("a transaction that ends", () => {
  const sentBy = async (work: (manager: EntityManager) => Promise<unknown>) => {
    const { dataSource, sent } = server();
    await inTransaction(dataSource, work);
    return sent;
  };

  it("does not wait for the disk where it has locked rows and changed none", async () => {
    expect(await sentBy((manager) => ask(manager, READ))).toEqual([
      ...["BEGIN", READ.text],
      ...[NO_WAIT, "COMMIT"],
    ]);
  });

  it.each([
    ["told", (manager: EntityManager) => tell(manager, WRITE)],
    ["asked", (manager: EntityManager) => ask(manager, WRITE)],
    ["asked of TypeORM", (manager: EntityManager) => manager.queryRunner!.connect()],
  ])(
    "waits for it where it may have changed something: %s",
    async (_, work: (manager: EntityManager) => Promise<unknown>) => {
      expect(await sentBy(work)).not.toContain(NO_WAIT);
    },
  );
});
