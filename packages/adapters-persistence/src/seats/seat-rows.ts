import type { Seat } from "@sevenfold/application/ports/stores/seat-store";
import type { Instant } from "@sevenfold/domain/market";
import { EntitySchema } from "typeorm";
import { instantAt, PRIMARY, text } from "../columns.ts";

export interface SeatRow extends Seat {
  /** By the database's clock. */
  readonly endsAt: Instant;
}

export const seatSchema = new EntitySchema<SeatRow>({
  name: "seats",
  columns: {
    name: text(PRIMARY),
    owner: text(),
    endsAt: instantAt(),
  },
});
