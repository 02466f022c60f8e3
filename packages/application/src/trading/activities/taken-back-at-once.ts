import type { BustActivity } from "../../ports/activity.ts";
import type { TakeBack } from "../fills/record-execution.ts";
import { effectOfUnheldSale } from "./effect-of-undoing.ts";
import { bookActivity } from "./record-activity.ts";

/** Books the taking back of a sale together with it: no share moves by the two, and no cash. */
export const takenBackAtOnce =
  (bust: BustActivity): TakeBack =>
  async (tables, account, { at, fill }) => {
    const effect = effectOfUnheldSale(bust, fill, at);
    const booked = await bookActivity(tables, account, { activity: bust, effect, at });
    return booked.account;
  };
