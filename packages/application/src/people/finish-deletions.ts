import { instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";
import { eraseUser } from "./erase-user.ts";

/** Whoever asked for it sees it through by themselves; what takes longer was cut off. */
export const LEFT_ALONE_MS = 10 * MINUTE_MS;
const PER_ROUND_MAX = 20;

type Needs = Pick<Ports, "clock" | "log" | "storage"> & {
  readonly endBilling: (user: User) => Promise<void>;
};

/** Brings deletions to their end whose process ended on the way: what is paid for first, as then. */
export const finishDeletions = (needs: Needs) => async (): Promise<void> => {
  const { clock, endBilling, log, storage } = needs;
  const until = instant(clock.now() - LEFT_ALONE_MS);
  for (const user of await storage.read.users.leaving(until, PER_ROUND_MAX)) {
    try {
      await endBilling(user);
      await eraseUser(needs, user.id);
      log.info("deletion-finished", { userId: user.id });
    } catch (error) {
      // One who cannot be finished keeps no other waiting, and is tried again.
      log.warn("deletion-unfinished", { userId: user.id, error: String(error) });
    }
  }
};
