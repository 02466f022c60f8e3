import { type BrokerToConnect, connectBroker } from "../brokers/connect-broker.ts";
import type { Account } from "../ports/stores/account.ts";
import type { BrokerWorld } from "./broker-world.ts";
import { oneByOne } from "./one-by-one.ts";

export const KEYS: BrokerToConnect = {
  provider: "alpaca",
  apiKey: "AK-0123456789",
  secretKey: "the secret",
};
export const OTHER_KEYS: BrokerToConnect = { ...KEYS, apiKey: "AK-other-keys" };

export const of = ({ id, userId }: Account) => ({ accountId: id, userId });

export async function connected(world: BrokerWorld, wanted = KEYS): Promise<Account> {
  world.clock.stall(1);
  const answer = await connectBroker(world.needs)(world.user.id, wanted);
  if (!answer.ok) throw new Error(answer.refusal.kind);
  return answer.value;
}

export const automate = ({ storage }: BrokerWorld, accountId: string) =>
  oneByOne(storage).settings.change(accountId, "a test", (settings) => ({
    ...settings,
    automationEnabled: true,
  }));

export const isAutomated = async ({ storage }: BrokerWorld, accountId: string) =>
  (await storage.read.settings.of(accountId))?.automationEnabled;
