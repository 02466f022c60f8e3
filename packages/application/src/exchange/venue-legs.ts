import { type Price, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";

import type { VenueDraft } from "./venue-order.ts";

/** What is wrong with the legs of an order. `crossed` ones would trade at once or against each other. */
export type LegProblem = "missing" | "time-in-force" | "extended-hours" | "crossed" | "selling";

/** What keeps the orders of a draft from being sent as one; undefined when nothing does. */
export function legProblem(draft: VenueDraft, last: Price): LegProblem | undefined {
  const { orderClass, legs = [], side, limit } = draft;
  const profit = legs.find(({ role }) => role === "take-profit")?.limit;
  const loss = legs.find(({ role }) => role === "stop-loss")?.stop;
  const isOco = orderClass === "oco";
  const isComplete = isOco
    ? limit !== undefined && loss !== undefined && legs.length === 1
    : legs.length === (orderClass === "bracket" ? 2 : 1) &&
      (profit !== undefined || loss !== undefined) &&
      (orderClass !== "bracket" || (profit !== undefined && loss !== undefined));
  if (!isComplete) return "missing";
  if (draft.extendedHours) return "extended-hours";
  if (draft.timeInForce !== "day" && draft.timeInForce !== "gtc") return "time-in-force";
  if (isOco !== (side === "sell")) return "selling";
  const reference = isOco ? last : (limit ?? draft.stop ?? last);
  const gain = isOco ? limit : profit;
  if (loss !== undefined && reference - STOP_DISTANCE < loss) return "crossed";
  return gain !== undefined && loss !== undefined && gain <= loss ? "crossed" : undefined;
}

/** A cent at least lies between a stop and the price it is measured against. */
const STOP_DISTANCE = UNITS_PER_DOLLAR / 100;
