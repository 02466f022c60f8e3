import type { AuditEntry } from "../ports/stores/audit-store.ts";
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
  line: Pick<AuditEntry, "address" | "text"> = {},
): Promise<void> {
  const step = () => storage.transact(({ users }) => users.removeHistory(userId, ROWS_PER_STEP));
  while (0 < (await step()));
  await storage.transact(async ({ audit, users }) => {
    const row = await users.change(userId, (current) => current);
    // Somebody else has come to the end of it.
    if (row === undefined) return;
    await audit.add({ at: clock.now(), userId, action: "user-deleted", ...line });
    await users.remove(userId);
  });
}
