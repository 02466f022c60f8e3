const ENDS = ["pointerup", "pointercancel"] as const;

/** What waits for the end of a press that is under way; undefined while nothing is pressed. */
let waiting: (() => void)[] | undefined;

addEventListener(
  "pointerdown",
  () => {
    waiting ??= [];
  },
  true,
);
for (const end of ENDS)
  addEventListener(
    end,
    () => {
      const due = waiting ?? [];
      waiting = undefined;
      // What was pressed hears of it first.
      setTimeout(() => {
        for (const act of due) act();
      });
    },
    true,
  );

/** At once, but after a press that is under way: what it moved would slip from under the pointer. */
export const afterPress = (act: () => void): void => {
  if (waiting === undefined) act();
  else waiting.push(act);
};
