import { StorageUnavailable } from "@sevenfold/application/ports/stores/storage";
import type { HttpWorld } from "./http-world.ts";

type Storage = HttpWorld["storage"];

async function unlessDown<Value>(
  isDown: () => boolean,
  read: () => Promise<Value>,
): Promise<Value> {
  if (isDown()) throw new StorageUnavailable("connect ECONNREFUSED 10.0.0.7:5432");
  return read();
}

/** A storage whose worker table goes away when told to. */
export const failingWhen = (storage: Storage, isDown: () => boolean): Storage => ({
  ...storage,
  read: {
    ...storage.read,
    workers: {
      ...storage.read.workers,
      latest: () => unlessDown(isDown, () => storage.read.workers.latest()),
      about: (accountId) => unlessDown(isDown, () => storage.read.workers.about(accountId)),
    },
  },
});
