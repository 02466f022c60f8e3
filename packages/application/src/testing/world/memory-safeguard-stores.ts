import type { HaltStore, QuarantineStore } from "../../ports/stores/safeguard-stores.ts";
import { ROWS_MAX } from "../../ports/stores/storage.ts";
import type { VenueHoursStore } from "../../ports/stores/venue-hours-store.ts";
import { ONLY, requireAccount } from "./memory-account-stores.ts";
import { ALL, type MemoryBooks } from "./memory-books.ts";
import { descending } from "./memory-order.ts";

export function memoryHaltStore({ halts }: MemoryBooks): HaltStore {
  return {
    async current() {
      return halts.find(ALL, ONLY);
    },
    async halt(halt) {
      halts.put(ALL, ONLY, halt);
    },
    async lift() {
      halts.remove(ALL, ONLY);
    },
  };
}

export const memoryVenueHoursStore = ({ venueHours }: MemoryBooks): VenueHoursStore => ({
  told: async () => venueHours.find(ALL, ONLY),
  async keep(told) {
    venueHours.put(ALL, ONLY, told);
  },
});

export function memoryQuarantineStore(books: MemoryBooks): QuarantineStore {
  const { quarantine } = books;
  return {
    async add(refused) {
      requireAccount(books, refused.accountId);
      if (quarantine.find(refused.accountId, refused.executionId)) return false;
      quarantine.add(refused.accountId, refused.executionId, refused);
      return true;
    },
    async of(accountId, limit) {
      const newestFirst = descending(quarantine.rows(accountId), ({ at }) => at);
      return newestFirst.slice(0, Math.max(0, Math.min(limit, ROWS_MAX)));
    },
  };
}
