import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import type { Broker } from "../../ports/broker.ts";
import { meanwhile } from "../../testing/meanwhile.ts";
import { someOrder } from "../../testing/storage-rows.ts";
import {
  AAPL,
  automatedDraft,
  inTime,
  manualDraft,
  openTestWorld,
} from "../../testing/trading-world.ts";
import type { World } from "../../testing/world/world.ts";
import { openNotFoundWatch } from "../account/not-found-watch.ts";
import { recordExecution } from "../fills/record-execution.ts";
import { recordOrderReport } from "../fills/record-order-report.ts";
import { submittingAgain } from "../orders/send-again.ts";
import { sendOrder } from "../orders/send-order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { writeAutomatedOrder } from "../placing/write-automated-order.ts";
import { writeManualOrder } from "../placing/write-manual-order.ts";
import { readBroker } from "./read-broker.ts";
import { applyBrokerWord, reconcileAccount } from "./reconcile-account.ts";
import { NOT_SHOWN } from "./resolve-unanswered.ts";

describe("an account whose user deleted everything", () => {
  it("books nothing that is still told of it", async () => {
    const world = await openTestWorld();
    const process = world.open();
    const { needs } = process;
    const { accountId, clock } = world;
    const draft = await automatedDraft(world, process);
    const read = await inTime(world, readBroker(needs)(accountId));
    if (!read.ok) throw new Error(read.refusal.kind);
    await deleteUser(world);

    const order = someOrder(accountId, { ticker: AAPL });
    const [at, told] = [clock.now(), { brokerOrderId: "order-1", ticker: AAPL } as const];
    const { fee, price } = { fee: draft.intent.reservedCash, price: draft.intent.price };
    const quantity = shares(10);
    const execution = { ...told, executionId: "1", side: "buy", quantity, price, fee, at } as const;
    const report = {
      ...told,
      side: "buy",
      quantity,
      extendedHours: false,
      state: "working",
      filled: shares(0),
      submittedAt: at,
    } as const;
    const sending = { order, userId: world.userId, letInAt: undefined, freshUntil: at };
    const watch = openNotFoundWatch();

    const gone = { refusal: { kind: "account-not-found" } };
    expect(await recordExecution(needs)(accountId, execution)).toMatchObject(gone);
    expect(await recordOrderReport(needs)(accountId, report)).toMatchObject(gone);
    expect(await reconcileAccount(needs, watch)(accountId)).toMatchObject(gone);
    const apply = applyBrokerWord(needs, watch, () => undefined);
    expect(await apply(read.value)).toMatchObject(gone);
    expect(await writeAutomatedOrder(needs)(draft)).toMatchObject({ answer: gone });
    expect(await writeManualOrder(needs)(manualDraft(world))).toMatchObject({ answer: gone });
    expect(await submittingAgain(needs, sending)).toMatchObject({
      refusal: { kind: "order-not-found" },
    });
  });

  it("leaves an order that waited to be sent again unsent", async () => {
    const world = await openTestWorld();
    const { needs } = world.open();
    const written = await inTime(world, writeManualOrder(needs)(manualDraft(world)));
    if (written.kind !== "to-send") throw new Error("the order was not written");
    const { order, userId } = written;
    const busy = {
      submit: async () => ({ kind: "not-sent", message: "Busy.", retryAfterMs: 60_000 }),
    } as unknown as Broker;
    // The answer is recorded by the first transaction, and the second gives the order up.
    const storage = meanwhile(world.storage, () => deleteUser(world), 2);

    const freshUntil = world.clock.now();
    const sent = await inTime(
      world,
      sendOrder({ ...needs, storage })(busy, { order, userId, letInAt: undefined, freshUntil }),
    );

    expect(sent).toMatchObject({ refusal: { kind: "never-sent" } });
  });

  it("is never said to agree with its broker, wherever reconciliation was as that happened", async () => {
    for (let nth = 1; nth <= 20; nth += 1) {
      const world = await openTestWorld({ faults: { ...NO_FAULTS, lostRequest: 1 } });
      const { needs } = world.open();
      const { accountId, clock, storage } = world;
      await inTime(world, placeOrder(needs)(manualDraft(world)));
      await clock.pass(31_000);
      const longAgo = { createdAt: 0, updatedAt: 0, ticker: AAPL } as never;
      for (const order of [
        someOrder(accountId, longAgo),
        someOrder(accountId, {
          ...(longAgo as object),
          status: "suspended",
          brokerOrderId: "gone",
          lastMessage: NOT_SHOWN,
        }),
      ])
        await storage.transact(({ orders }) => orders.add(order));
      const watch = openNotFoundWatch();
      watch.prove = () => true;
      const during = { ...needs, storage: meanwhile(storage, () => deleteUser(world), nth) };

      const isReconciled = await inTime(
        world,
        reconcileAccount(
          during,
          watch,
        )(accountId).then(
          ({ ok }) => ok,
          () => false,
        ),
      );

      const isGone = (await storage.read.accounts.byId(accountId)) === undefined;
      expect(isReconciled, `before transaction ${nth}`).toBe(!isGone);
      if (!isGone) return expect(nth).toBeGreaterThan(3);
    }
  });
});

const deleteUser = ({ storage, userId }: World): Promise<void> =>
  storage.transact(({ users }) => users.remove(userId));
