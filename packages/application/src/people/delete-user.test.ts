import { instant } from "@sevenfold/domain/market";
import { ok } from "@sevenfold/domain/result";
import { describe, expect, it } from "vitest";
import { authoriseBroker, verifyBroker } from "../brokers/authorise-broker.ts";
import { connectBroker } from "../brokers/connect-broker.ts";
import type { Storage } from "../ports/stores/storage.ts";
import type { User } from "../ports/stores/user-store.ts";
import {
  alice,
  attempt,
  openSignInWorld,
  PASSWORD,
  type SignInWorld,
} from "../testing/sign-in-world.ts";
import { AAPL, someOrder } from "../testing/storage-rows.ts";
import { ownedAccount } from "../trading/account/owned-account.ts";
import { deleteNamedUser, deleteUser } from "./delete-user.ts";
import { signIn } from "./sign-in.ts";

const how = { password: PASSWORD, address: "::1" };

async function settled(): Promise<{
  readonly world: SignInWorld;
  readonly user: Awaited<ReturnType<typeof alice>>;
  readonly accountId: string;
}> {
  const world = await openSignInWorld();
  const user = await alice(world);
  const { id: accountId } = (await world.storage.read.accounts.selectedOf(user.id))!;
  await world.storage.transact(({ settings }) =>
    settings.change(accountId, user.id, (row) => ({ ...row, automationEnabled: true })),
  );
  return { world, user, accountId };
}

describe("deleteUser", () => {
  it("leaves nothing of the user but the audit", async () => {
    const { world, user, accountId } = await settled();

    expect(await deleteUser(world.needs)(user, how)).toEqual({ ok: true, value: undefined });

    const { read } = world.storage;
    expect(await read.users.byId(user.id)).toBeUndefined();
    expect(await read.accounts.byId(accountId)).toBeUndefined();
    expect(await read.accounts.credentialsOf(accountId)).toBeUndefined();
    expect(await read.settings.of(accountId)).toBeUndefined();
    expect(await read.watchlist.of(user.id)).toEqual([]);
    expect((await read.audit.latest(user.id, 1))[0]).toMatchObject({ action: "user-deleted" });
  });

  it("gives back what brokers let us in with", async () => {
    const { world, user } = await settled();
    const connected = await connectBroker(world.needs)(user.id, {
      provider: "etrade",
      apiKey: "PK1",
      secretKey: "secret",
    });
    if (!connected.ok) throw new Error(connected.refusal.kind);
    const owner = { accountId: connected.value.id, userId: user.id, sidHash: "a browser" };
    await authoriseBroker(world.needs)(owner);
    await verifyBroker(world.needs)({ ...owner, verifier: "CODE" });

    await deleteUser(world.needs)(user, how);

    expect(world.shown("PK1").revoked).toBe(1);
  });

  it("is refused while orders are open, with automation off from then on", async () => {
    const { world, user, accountId } = await settled();
    await world.storage.transact(({ orders }) =>
      orders.add(someOrder(accountId, { status: "working" })),
    );

    expect(await deleteUser(world.needs)(user, how)).toMatchObject({
      refusal: { kind: "open-orders", orders: [{ accountId }] },
    });
    expect(await world.storage.read.users.byId(user.id)).toEqual(user);
    expect(await world.storage.read.settings.of(accountId)).toMatchObject({
      automationEnabled: false,
    });
  });

  it("lets nobody in and nothing be ordered from before billing ends until all is gone", async () => {
    const { world, user, accountId } = await settled();
    const { read } = world.storage;
    const seen: unknown[] = [];
    const endBilling = async (row: User) => {
      seen.push(row.id, (await signIn(world.needs)(attempt())).ok);
      seen.push((await read.accounts.byId(accountId))?.status, await read.accounts.ofUser(user.id));
      seen.push(await ownedAccount(read, { accountId, userId: user.id }));
    };

    expect((await deleteUser({ ...world.needs, endBilling })(user, how)).ok).toBe(true);

    expect(seen).toEqual([user.id, false, "disabled", [], undefined]);
    expect(await read.users.byId(user.id)).toBeUndefined();
  });

  it("ends no billing where an order came after it was looked for", async () => {
    const { world, user, accountId } = await settled();
    let ended = 0;
    const endBilling = async () => {
      ended += 1;
    };
    const order = someOrder(accountId, { status: "working" });
    const storage: Storage = {
      ...world.storage,
      async transact(work, options) {
        return world.storage.transact(async (tables) => {
          // What somebody placed as the last one to get the account's row.
          const lock = async (id: string) => {
            if ((await tables.orders.open(id)).length === 0) await tables.orders.add(order);
            return tables.accounts.lock(id);
          };
          return work({ ...tables, accounts: { ...tables.accounts, lock } });
        }, options);
      },
    };

    const deleted = await deleteUser({ ...world.needs, storage, endBilling })(user, how);

    expect(deleted).toMatchObject({ refusal: { kind: "open-orders" } });
    expect(ended).toBe(0);
    expect(await world.storage.read.users.byId(user.id)).toEqual(user);
    expect(await world.storage.read.accounts.ofUser(user.id)).toHaveLength(1);
  });

  it("lets the user in again, with every account as it was, where billing does not end", async () => {
    const { world, user } = await settled();
    const before = await world.storage.read.accounts.ofUser(user.id);
    const endBilling = () => Promise.reject(new Error("nobody there"));

    const deleted = deleteUser({ ...world.needs, endBilling })(user, how);

    await expect(deleted).rejects.toThrow("nobody there");
    expect(await world.storage.read.users.byId(user.id)).toEqual(user);
    expect(await world.storage.read.accounts.ofUser(user.id)).toEqual(before);
    expect((await signIn(world.needs)(attempt())).ok).toBe(true);
  });

  it("ends what was bought as a customer that came on record meanwhile", async () => {
    const { world, user } = await settled();
    const ended: unknown[] = [];
    const endBilling = async ({ customerId }: User) => {
      ended.push(customerId);
      await world.storage.transact(({ users }) =>
        users.change(user.id, (row) => ({ ...row, customerId: "cus_1" })),
      );
    };

    await deleteUser({ ...world.needs, endBilling })(user, how);

    expect(ended).toEqual([undefined, "cus_1"]);
  });

  it("removes a long history in pieces that no statement's time limit ends", async () => {
    const { world, user, accountId } = await settled();
    const line = { accountId, ticker: AAPL, verdict: "waiting", settingsVersion: 1 };
    const lines = Array.from({ length: 12_000 }, (_, index) => ({ ...line, at: instant(index) }));
    await world.storage.transact(({ decisions }) => decisions.add(lines));
    const pieces: number[] = [];
    const storage: Storage = {
      ...world.storage,
      transact: (work, options) =>
        world.storage.transact((tables) => {
          const removeHistory = async (id: string, limit: number) => {
            pieces.push(await tables.users.removeHistory(id, limit));
            return pieces.at(-1)!;
          };
          return work({ ...tables, users: { ...tables.users, removeHistory } });
        }, options),
    };

    await deleteUser({ ...world.needs, storage })(user, how);

    expect(pieces).toEqual([5_000, 5_000, 2_000, 0]);
    expect(await world.storage.read.users.byId(user.id)).toBeUndefined();
  });

  it("asks for no password where the operator does it, and says whose word it was", async () => {
    const { world, user, accountId } = await settled();
    const { read, transact } = world.storage;
    const order = someOrder(accountId, { status: "working" });
    await transact(({ orders }) => orders.add(order));

    expect(await deleteNamedUser(world.needs)("alice")).toMatchObject({
      refusal: { kind: "open-orders", orders: [{ accountId }] },
    });
    expect((await read.settings.history(accountId, 1))[0]).toMatchObject({ changedBy: "operator" });

    await transact(({ orders }) =>
      orders.change(order.clientKey, (row) => ok({ ...row, status: "canceled" })),
    );
    expect(await deleteNamedUser(world.needs)("alice")).toMatchObject({ value: { id: user.id } });
    expect(await read.users.byId(user.id)).toBeUndefined();
    const [line] = await read.audit.latest(user.id, 1);
    expect(line).toMatchObject({ action: "user-deleted", text: "by the operator" });
    expect(line).not.toHaveProperty("address");
  });

  it("needs the password, and is not for demo visitors", async () => {
    const { world, user, accountId } = await settled();

    expect(await deleteUser(world.needs)(user, { ...how, password: "wrong" })).toMatchObject({
      refusal: { kind: "password-wrong" },
    });
    expect(await deleteUser(world.needs)({ ...user, isDemo: true }, how)).toMatchObject({
      refusal: { kind: "demo-account" },
    });
    expect(await world.storage.read.settings.of(accountId)).toMatchObject({
      automationEnabled: true,
    });
  });
});
