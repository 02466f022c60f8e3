import type {
  RefusedExecution,
  TradingHalt,
} from "@sevenfold/application/ports/stores/safeguard-stores";
import type { ToldHours } from "@sevenfold/application/ports/stores/venue-hours-store";
import { EntitySchema } from "typeorm";
import {
  count,
  instantAt,
  json,
  OF_ACCOUNT,
  ofAccount,
  PRIMARY,
  sequence,
  text,
  uuid,
} from "../columns.ts";

/** The one row's number. */
export const THE_HALT = 1;

interface HaltRow extends TradingHalt {
  readonly id?: number;
}

/** The operator's switch: no row, or one. */
export const haltSchema = new EntitySchema<HaltRow>({
  name: "trading_halts",
  columns: {
    id: count({ ...PRIMARY, select: false }),
    reason: text(),
    since: instantAt(),
  },
  checks: [{ name: "ck_trading_halts_one", expression: `id = ${THE_HALT}` }],
});

/** The one row's number. */
export const THE_HOURS = 1;

interface VenueHoursRow {
  readonly id?: number;
  readonly firstDay: ToldHours["from"];
  readonly lastDay: ToldHours["to"];
  readonly days: ToldHours["days"];
}

/** What the brokers' market said of its hours last: no row, or one. */
export const venueHoursSchema = new EntitySchema<VenueHoursRow>({
  name: "venue_hours",
  columns: {
    id: count({ ...PRIMARY, select: false }),
    firstDay: text(),
    lastDay: text(),
    days: json(),
  },
  checks: [{ name: "ck_venue_hours_one", expression: `id = ${THE_HOURS}` }],
});

interface QuarantineRow extends RefusedExecution {
  readonly id?: number;
}

/** Executions that contradict our books. */
export const quarantineSchema = new EntitySchema<QuarantineRow>({
  name: "quarantine",
  columns: {
    id: sequence(),
    accountId: uuid(OF_ACCOUNT),
    executionId: text(),
    refusal: text(),
    execution: json(),
    at: instantAt(),
  },
  uniques: [{ name: "uq_quarantine_account_execution", columns: ["accountId", "executionId"] }],
  foreignKeys: [ofAccount("quarantine")],
});
