import { describe, expect, it } from "vitest";
import { authoriseBroker, verifyBroker } from "../brokers/authorise-broker.ts";
import { connectBroker } from "../brokers/connect-broker.ts";
import { alice, openSignInWorld, PASSWORD, type SignInWorld } from "../testing/sign-in-world.ts";
import { someOrder } from "../testing/storage-rows.ts";
import { deleteUser } from "./delete-user.ts";

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
