import type { Ports } from "../ports.ts";

/** Rows of each kind that go in one step: none takes as long as a statement may. */
const ROWS_PER_STEP = 5_000;

/**
 * Takes a user out who is let in no more: what trading left step by step, however much it is, and the rest
 * at once. It may be begun again wherever it ended.
 */
export async function eraseUser(
  { clock, storage }: Pick<Ports, "clock" | "storage">,
  userId: string,
  address?: string,
): Promise<void> {
  const step = () => storage.transact(({ users }) => users.removeHistory(userId, ROWS_PER_STEP));
  while (0 < (await step()));
  await storage.transact(async ({ audit, users }) => {
    const row = await users.change(userId, (current) => current);
    // Somebody else has come to the end of it.
    if (row === undefined) return;
    const from = address === undefined ? {} : { address };
    await audit.add({ at: clock.now(), userId, action: "user-deleted", ...from });
    await users.remove(userId);
  });
}
