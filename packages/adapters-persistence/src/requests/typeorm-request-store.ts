import type { RequestStore } from "@sevenfold/application/ports/stores/request-store";
import { invariant } from "@sevenfold/domain/invariant";
import type { EntityManager } from "typeorm";
import { countUpdated, findRow, insertIfNew, remove } from "../row.ts";
import { requestSchema } from "./request-rows.ts";

export function typeormRequestStore(manager: EntityManager): RequestStore {
  return {
    async begin(request) {
      if (await insertIfNew(manager, requestSchema, { ...request })) return { kind: "new" };
      const { userId, key, fingerprint } = request;
      const known = await findRow(manager, requestSchema, { where: { userId, key } });
      invariant(known !== undefined, `request ${key} is known and yet missing`);
      if (known.fingerprint !== fingerprint) return { kind: "other" };
      const { answer } = known;
      return answer === undefined ? { kind: "same" } : { kind: "same", answer };
    },

    async finish(userId, key, answer) {
      const count = await countUpdated(manager, requestSchema, { userId, key }, { answer });
      invariant(count === 1, `no request ${key} to answer`);
    },

    async abandon(userId, key) {
      await remove(manager, requestSchema, { userId, key });
    },

    async removeBefore(at, limit) {
      const [, removed]: readonly [unknown, number] = await manager.query(REMOVE_OLD, [
        new Date(at),
        limit,
      ]);
      return removed;
    },
  };
}

const REMOVE_OLD = `
  DELETE FROM idempotency_keys WHERE (user_id, key) IN
    (SELECT user_id, key FROM idempotency_keys WHERE at < $1 ORDER BY at LIMIT $2)`;
