import { type BarColumns, touchesSession } from "./bar-columns.ts";
import type { CorporateAction } from "./corporate-action.ts";

/** An action and the opening it comes with: that of the first bar of its day or later. */
export interface DueAction {
  readonly slot: number;
  readonly opensAt: number;
  /** That bar's trading day. */
  readonly day: number;
  readonly action: CorporateAction;
}

/**
 * All actions that fall between the first and the last bar of their symbol, by opening instant. Bars
 * outside the session value nothing, so that none of theirs is when a share changes.
 */
export const dueActionsOf = (columns: readonly BarColumns[]): readonly DueAction[] =>
  columns
    .flatMap((each, slot) => {
      const { actions = [], day, opensAt, count } = each;
      let bar = 0;
      return actions.flatMap((action): DueAction[] => {
        while (bar < count && (day[bar]! < action.day || !touchesSession(each, bar))) bar += 1;
        const isWithin = day[0]! < action.day && bar < count;
        return isWithin ? [{ slot, opensAt: opensAt[bar]!, day: day[bar]!, action }] : [];
      });
    })
    .sort((one, other) => one.opensAt - other.opensAt);
