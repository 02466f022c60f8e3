import { beforeEach, describe, expect, it } from "vitest";
import { type AuthorisingUser, authorisingUser } from "../testing/authorising-user.ts";
import { type BrokerWorld, openBrokerWorld } from "../testing/broker-world.ts";
import { oneByOne } from "../testing/one-by-one.ts";
import { someOrder } from "../testing/storage-rows.ts";
import { verifyBroker } from "./authorise-broker.ts";
import { pauseBroker, resumeBroker } from "./pause-broker.ts";
import { removeBroker } from "./remove-broker.ts";
import { replaceKeys } from "./replace-keys.ts";

let world: BrokerWorld;
let user: AuthorisingUser;
beforeEach(async () => {
  world = await openBrokerWorld();
  user = authorisingUser(world);
});

describe("letting go of a broker that let us in", () => {
  it("gives the access back when the account is removed", async () => {
    const account = await user.letIn();
    await removeBroker(world.needs)(user.owner(account));

    expect(world.shown("PK1").revoked).toBe(1);
    expect(await world.storage.read.accounts.credentialsOf(account.id)).toBeUndefined();
  });

  it("keeps it where orders in the way keep the account", async () => {
    const account = await user.letIn();
    await oneByOne(world.storage).orders.add(someOrder(account.id, { status: "working" }));

    expect(await removeBroker(world.needs)(user.owner(account))).toMatchObject({
      refusal: { kind: "open-orders" },
    });
    expect(world.shown("PK1").revoked).toBe(0);
  });

  it("forgets the access with the keys it was given under", async () => {
    const account = await user.letIn();
    const replaced = await replaceKeys(world.needs)({
      ...user.owner(account),
      apiKey: "PK9",
      secretKey: "new",
    });

    expect(replaced).toMatchObject({ value: { statusReason: "needs-authorisation" } });
    const kept = await world.storage.read.accounts.credentialsOf(account.id);
    expect(kept).not.toHaveProperty("sealedAccess");
    expect(await world.account(account.id)).not.toHaveProperty("authorisedUntil");
  });

  it("leaves keys alone that were put in while the broker was being asked", async () => {
    const account = await user.letIn();
    await user.begin(account);
    const { authorisations } = world.needs;
    const slow: typeof world.needs = {
      ...world.needs,
      authorisations: {
        ...authorisations,
        async complete(...asked) {
          const access = await authorisations.complete(...asked);
          await replaceKeys(world.needs)({
            ...user.owner(account),
            apiKey: "PK9",
            secretKey: "new",
          });
          return access;
        },
      },
    };

    expect(await verifyBroker(slow)({ ...user.owner(account), verifier: "CODE" })).toMatchObject({
      refusal: { kind: "authorisation-over" },
    });
    const kept = await world.storage.read.accounts.credentialsOf(account.id);
    expect(kept?.sealedApiKey).toContain("PK9");
    expect(kept).not.toHaveProperty("sealedAccess");
  });

  it("stays paused when it is authorised while paused", async () => {
    const account = await user.letIn();
    await pauseBroker(world.needs)(user.owner(account));
    await user.begin(account);

    expect(await user.verify(account)).toMatchObject({ value: { status: "disabled" } });
    expect(await resumeBroker(world.needs)(user.owner(account))).toMatchObject({
      value: { status: "active" },
    });
  });
});
