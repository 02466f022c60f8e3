import { instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import type { Activity } from "../ports/activity.ts";
import type { Plant, PlantedFault } from "./planted-fault.ts";

let reads = 0;
const DAY_MS = 86_400_000;

const telling =
  (change: (activities: readonly Activity[]) => readonly Activity[]): Plant =>
  ({ activitiesSince }) => ({
    activitiesSince: async (since) => change(await activitiesSince(since)),
  });

/** What goes wrong where money and shares move without a trade. */
export const ACTIVITY_FAULTS: readonly PlantedFault[] = [
  [
    "takes trades for activities",
    ({ activitiesSince, executionsSince }) => ({
      activitiesSince: async (since) => [
        ...(await activitiesSince(since)),
        ...(await executionsSince(since)).map(
          ({ at, executionId, price, quantity }): Activity => ({
            kind: "other-cash",
            id: executionId,
            at,
            amount: money(-price * quantity),
          }),
        ),
      ],
    }),
    ["activities/none", "activities/with-trades", "activities/bust"],
  ],
  [
    "knows no activities",
    telling(() => []),
    [
      "activities/cash-moved",
      "activities/with-trades",
      "activities/every-page",
      "activities/same-id-again",
      "activities/since-day",
      "activities/unknown-kind",
      "activities/bust",
    ],
  ],
  [
    "reads the first page of activities only",
    telling((all) => all.slice(0, 100)),
    ["activities/every-page"],
  ],
  [
    "tells the newest activity first",
    telling((all) => all.toReversed()),
    ["activities/cash-moved", "activities/every-page"],
  ],
  [
    "tells an activity on each page that shows it",
    telling((all) => all.flatMap((one) => [one, one])),
    ["activities/every-page", "activities/bust"],
  ],
  [
    "drops what it does not know",
    telling((all) => all.filter(({ kind }) => kind !== "other-cash")),
    ["activities/unknown-kind"],
  ],
  [
    "takes what left for what came",
    telling((all) =>
      all.map((one) => ("amount" in one ? { ...one, amount: money(Math.abs(one.amount)) } : one)),
    ),
    ["activities/cash-moved", "activities/unknown-kind"],
  ],
  [
    "takes a deposit for income",
    telling((all) =>
      all.map((one) => (one.kind === "deposit" ? { ...one, kind: "interest" } : one)),
    ),
    ["activities/cash-moved"],
  ],
  [
    "names an activity anew each time",
    ({ activitiesSince }) => ({
      async activitiesSince(since) {
        reads += 1;
        const told = await activitiesSince(since);
        return told.map((one) => ({ ...one, id: `${one.id}-${reads}` }));
      },
    }),
    ["activities/same-id-again"],
  ],
  [
    "asks for activities after the instant, and not of its day",
    ({ activitiesSince }) => ({
      activitiesSince: async (since) =>
        (await activitiesSince(since)).filter(({ at }) => since <= at),
    }),
    ["activities/since-day"],
  ],
  [
    "asks for activities of days before",
    ({ activitiesSince }) => ({
      activitiesSince: (since) => activitiesSince(instant(since - 5 * DAY_MS)),
    }),
    ["activities/since-day"],
  ],
  [
    "takes the shares of another name for a gift",
    telling((all) =>
      all.map((one) =>
        one.kind === "name-change"
          ? {
              kind: "shares-journal",
              id: one.id,
              at: one.at,
              ticker: one.becomes,
              shares: one.after,
            }
          : one,
      ),
    ),
    ["activities/shares-moved"],
  ],
  [
    "takes what was paid for all shares for a dividend",
    telling((all) =>
      all.map((one) => (one.kind === "cash-merger" ? { ...one, kind: "dividend" } : one)),
    ),
    ["activities/shares-moved"],
  ],
  [
    "leaves a split to the holdings",
    telling((all) => all.filter(({ kind }) => kind !== "split")),
    ["activities/shares-moved"],
  ],
  [
    "takes a spin-off for shares of its owner's",
    telling((all) =>
      all.map((one) => (one.kind === "spin-off" ? { ...one, kind: "shares-journal" } : one)),
    ),
    ["activities/shares-moved"],
  ],
  [
    "names a busted execution by its order",
    telling((all) =>
      all.map((one) => (one.kind === "bust" ? { ...one, executionId: "another" } : one)),
    ),
    ["activities/bust"],
  ],
  [
    "guesses which execution was taken back",
    ({ activitiesSince, executionsSince }) => ({
      async activitiesSince(since) {
        const [execution] = await executionsSince(since);
        return (await activitiesSince(since)).map(
          (one): Activity =>
            one.kind === "other-cash" && execution
              ? { kind: "bust", id: one.id, at: one.at, executionId: execution.executionId }
              : one,
        );
      },
    }),
    ["activities/bust-unnamed"],
  ],
  [
    "passes over an execution that was taken back where the venue does not say which",
    telling((all) => all.filter(({ kind }) => kind !== "other-cash")),
    ["activities/bust-unnamed"],
  ],
];
