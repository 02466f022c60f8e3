import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { SignInNeeds } from "./sign-in-needs.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";

type Needs = Pick<SignInNeeds, "announcer" | "clock" | "storage">;

interface OwnSignIn {
  readonly userId: string;
  readonly sidHash: string;
  readonly address: string;
}

/** Ends one sign-in of the user; their windows hear of it at once. */
export const revokeSignIn =
  ({ announcer, clock, storage }: Needs) =>
  async ({
    address,
    sidHash,
    userId,
  }: OwnSignIn): Promise<Result<void, Extract<SignInRefusal, { kind: "sign-in-not-found" }>>> => {
    const at = clock.now();
    const isRevoked = await storage.transact(async ({ audit, signIns }) => {
      const signIn = await signIns.get(sidHash, at);
      if (signIn?.userId !== userId) return false;
      await signIns.remove(sidHash);
      await audit.add({ at, userId, action: "sign-in-revoked", address });
      return true;
    });
    if (!isRevoked) return refused({ kind: "sign-in-not-found" });
    announcer.announce({ accountId: "", userId, topic: "sign-ins" });
    return ok(undefined);
  };

/** Ends every sign-in of the user but the one named. */
export const revokeOtherSignIns =
  ({ announcer, clock, storage }: Needs) =>
  async ({ address, sidHash, userId }: OwnSignIn): Promise<void> => {
    const ended = await storage.transact(async ({ audit, signIns }) => {
      const count = await signIns.removeOfUser(userId, sidHash);
      const text = `${count} others`;
      if (0 < count)
        await audit.add({ at: clock.now(), userId, action: "sign-in-revoked", address, text });
      return count;
    });
    if (0 < ended) announcer.announce({ accountId: "", userId, topic: "sign-ins" });
  };
