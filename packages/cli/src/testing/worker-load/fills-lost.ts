import { setTimeout as pause } from "node:timers/promises";

const BOOKED_WITHIN_MS = 120_000;

/**
 * How many fills of the venues are in no book. Orders that rest go on to fill: only where none did while
 * the books were read are both counts of one moment.
 */
export async function fillsLostOf(
  atVenues: () => number,
  inBooks: () => Promise<number>,
): Promise<number> {
  const end = performance.now() + BOOKED_WITHIN_MS;
  for (;;) {
    const fills = atVenues();
    const booked = await inBooks();
    const isOfOneMoment = fills === atVenues();
    if ((booked === fills && isOfOneMoment) || end <= performance.now()) return fills - booked;
    await pause(500);
  }
}
