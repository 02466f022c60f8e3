import { authoriseBroker, verifyBroker } from "../brokers/authorise-broker.ts";
import { connectBroker } from "../brokers/connect-broker.ts";
import type { Account } from "../ports/stores/account.ts";
import type { BrokerWorld } from "./broker-world.ts";

export type AuthorisingUser = ReturnType<typeof authorisingUser>;

/** The world's user, who connects accounts at E*TRADE and lets us in there. */
export function authorisingUser(world: BrokerWorld) {
  const connect = (change: { provider?: Account["provider"]; apiKey?: string } = {}) =>
    connectBroker(world.needs)(world.user.id, {
      provider: "etrade",
      apiKey: "PK1",
      secretKey: "secret",
      ...change,
    });

  async function connected(change: Parameters<typeof connect>[0] = {}): Promise<Account> {
    const answer = await connect(change);
    if (!answer.ok) throw new Error(answer.refusal.kind);
    return answer.value;
  }

  /** An account its user has let us into. */
  async function letIn(): Promise<Account> {
    const account = await connected();
    await begin(account);
    const verified = await verify(account);
    if (!verified.ok) throw new Error(verified.refusal.kind);
    return verified.value;
  }

  const owner = ({ id: accountId }: Account) => ({
    accountId,
    userId: world.user.id,
    sidHash: "a browser",
  });

  const begin = (account: Account) => authoriseBroker(world.needs)(owner(account));

  const verify = (
    account: Account,
    change: Partial<Parameters<ReturnType<typeof verifyBroker>>[0]> = {},
  ) => verifyBroker(world.needs)({ ...owner(account), verifier: "CODE", ...change });

  return { connect, connected, letIn, owner, begin, verify };
}
