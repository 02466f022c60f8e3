import {
  canTestOnPostgres,
  startTestPostgres,
  type TestPostgres,
} from "@sevenfold/adapters-persistence/testing/temporary-postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type BothBooks, openBothBooks } from "./kill-matrix/books.ts";
import { chosenRuns } from "./kill-matrix/chosen-runs.ts";
import { type MatrixRow, metIn, tableOf } from "./kill-matrix/matrix-table.ts";
import { type MatrixWorld, openMatrixWorld } from "./kill-matrix/matrix-world.ts";
import { PATIENCE, SCENES } from "./kill-matrix/scenes.ts";
import { ordersOf, placed, sharesOf, type Trader } from "./kill-matrix/trader.ts";

const { databases, only, protocols, repeats } = chosenRuns();
const isChosen = (point: string) => only.length === 0 || only.includes(point);
const LIVES = [
  { point: "K20", title: "between two migrations", ordersMax: 1 },
  ...SCENES,
  { point: "K21", title: "between two columns of secrets put under a new key", ordersMax: 1 },
].filter(({ point }) => isChosen(point));

const worlds = databases.flatMap((database) =>
  protocols.flatMap((protocol) =>
    Array.from({ length: repeats }, (_, index) => ({ database, protocol, run: index + 1 })),
  ),
);

const rows: MatrixRow[] = [];
afterAll(() => {
  process.stdout.write(`${tableOf(rows)}\n`);
});

/** One process after the other on one database, each killed at a point of its own. */
for (const { database, protocol, run } of worlds)
  describe.skipIf(database === "postgres" && !canTestOnPostgres())(
    `a product that is killed (${database}, ${protocol}, run ${run})`,
    () => {
      let postgres: TestPostgres | undefined;
      let databaseUrl: string | undefined;
      let world: MatrixWorld;
      let books: BothBooks | undefined;
      const traders = new Map<string, Trader>();

      beforeAll(async () => {
        if (database === "postgres") postgres = await startTestPostgres();
        databaseUrl = await postgres?.newDatabase();
        world = await openMatrixWorld({ protocol, databaseUrl });
        if (!isChosen("K20")) await world.begin(false);
      });

      afterAll(async () => {
        await books?.close();
        await world?.close();
        await postgres?.stop();
      });

      it.each(LIVES)("starts again: $point, $title", async (life) => {
        if (life.point === "K20") await world.begin(true);
        const trader = "play" in life ? await world.live(life) : await world.trader();
        if (!("play" in life)) await placed(trader, { symbol: "AAPL" });
        if (life.point === "K21") await world.rewrap();
        traders.set(life.point, trader);
      });

      it("comes to the end of every order, and to the holdings that the exchange has", async () => {
        for (const [point, trader] of traders)
          await vi.waitFor(async () => {
            for (const { clientKey, status } of await ordersOf(trader)) {
              if (RESTING.has(status))
                await trader.visitor.post(`/api/orders/${clientKey}/cancel`, {});
              if (!ENDED.has(status)) throw new Error(`${point}: ${clientKey} is ${status}.`);
            }
            expect(await sharesOf(trader), point).toEqual(await world.exchange.sharesOf(trader));
          }, PATIENCE);
      });

      it.each(LIVES)(
        "has the books that the exchange has: $point",
        async ({ ordersMax, point }) => {
          await world.product.stop();
          await world.exchange.process.stop();
          const trader = traders.get(point);
          if (!trader) throw new Error(`${point} was not met.`);
          const dataFolder = world.env.DATA_DIR ?? "";
          books ??= await openBothBooks(
            { dataFolder, ...(databaseUrl !== undefined && { databaseUrl }) },
            world.journal,
          );
          const wrong = await books.wrongOf(trader, ordersMax);
          const met = metIn(world.printed(), point);
          rows.push({ point, database, protocol, run, met, wrong });

          expect(wrong).toEqual([]);
        },
      );
    },
  );

const RESTING = new Set(["working", "partially-filled"]);
const ENDED = new Set(["filled", "canceled", "expired", "rejected", "denied"]);
