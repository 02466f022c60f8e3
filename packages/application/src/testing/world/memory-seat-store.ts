import { instant } from "@sevenfold/domain/market";
import type { Clock } from "../../ports/clock.ts";
import type { SeatStore } from "../../ports/stores/seat-store.ts";
import { ROWS_MAX } from "../../ports/stores/storage.ts";
import { ALL, type KeptSeat, type MemoryBooks } from "./memory-books.ts";

/** Seats that end by the storage's own clock. */
export function memorySeatStore({ seats }: MemoryBooks, clock: Pick<Clock, "now">): SeatStore {
  const isTaken = ({ endsAt }: KeptSeat): boolean => clock.now() < endsAt;
  return {
    async take({ durationMs, name, owner }) {
      const before = seats.find(ALL, name);
      if (before && isTaken(before) && before.owner !== owner) return false;
      seats.put(ALL, name, { name, owner, endsAt: instant(clock.now() + durationMs) });
      return true;
    },
    async leave({ name, owner }) {
      if (seats.find(ALL, name)?.owner === owner) seats.remove(ALL, name);
    },
    async taken(prefix) {
      return seats
        .rows(ALL)
        .filter((seat) => seat.name.startsWith(prefix) && isTaken(seat))
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .slice(0, ROWS_MAX)
        .map(({ endsAt, name, owner }) => ({ name, owner, endsInMs: endsAt - clock.now() }));
    },
    async removeEnded() {
      const ended = seats.rows(ALL).filter((seat) => !isTaken(seat));
      for (const { name } of ended) seats.remove(ALL, name);
      return ended.length;
    },
  };
}
