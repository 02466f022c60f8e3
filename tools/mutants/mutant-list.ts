import { BOOKS } from "./books.ts";
import { BOOKS_AT_EDGES } from "./books-at-edges.ts";
import { CLOCKS } from "./clocks.ts";
import { DECISIONS } from "./decisions.ts";
import { DECISIONS_AT_EDGES } from "./decisions-at-edges.ts";
import { FAILING_CALLS } from "./failing-calls.ts";
import { LATE_ORDERS } from "./late-orders.ts";
import type { Mutant, MutantGroup } from "./mutant.ts";
import { ORDERS } from "./orders.ts";
import { ORDERS_AT_EDGES } from "./orders-at-edges.ts";
import { RECONCILIATION } from "./reconciliation.ts";
import { SAFETY } from "./safety.ts";
import { STOPS } from "./stops.ts";
import { STORAGE } from "./storage.ts";
import { VENUES } from "./venues.ts";
import { WATCH } from "./watch.ts";
import { WEB } from "./web.ts";
import { WORKER } from "./worker.ts";

/** Faults of the whole trading path and of the watch over it, grouped by what they break. */
export const MUTANT_GROUPS: readonly MutantGroup[] = [
  DECISIONS,
  BOOKS,
  ORDERS,
  LATE_ORDERS,
  CLOCKS,
  FAILING_CALLS,
  DECISIONS_AT_EDGES,
  ORDERS_AT_EDGES,
  BOOKS_AT_EDGES,
  RECONCILIATION,
  WORKER,
  SAFETY,
  STOPS,
  STORAGE,
  VENUES,
  WATCH,
  WEB,
];

export const MUTANTS: readonly Mutant[] = MUTANT_GROUPS.flatMap(({ mutants }) => mutants);
