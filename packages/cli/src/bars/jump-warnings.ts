import type { CorporateAction } from "@sevenfold/application/research/backtest/corporate-action";
import type { BarFile, BarSeries } from "./bar-series.ts";
import { localDayReader } from "./bar-time.ts";
import { isUsualStep, type Jump, wordsOfJump } from "./jump-watch.ts";
import { jumpsAmong, unusualSteps } from "./unusual-steps.ts";

const JUMPS_SAID = 3;

/** What is known to have happened to the shares of a series. */
export type ActionsOf = (series: BarSeries) => readonly CorporateAction[] | undefined;

/** The first jumps of a file that no known split explains, and how many more there are. */
export function jumpWarnings(file: BarFile, zone: string, actionsOf?: ActionsOf): string[] {
  const dayAt = localDayReader(zone);
  return file.series.flatMap((series) => {
    const { jumps, count, word } = series.jumps ?? jumpsAmong(unusualSteps(series), series);
    const splits = (actionsOf?.(series) ?? []).filter(({ kind }) => kind === "split");
    const dayOf = (at: number) => (file.isDated ? series.times[at]! : dayAt(series.times[at]!));
    const left =
      splits.length === 0 ? jumps : jumps.filter((jump) => !isExplained(jump, splits, dayOf));
    const said = left
      .slice(0, JUMPS_SAID)
      .map((jump) => `${word} ${jump.row} ${wordsOfJump(jump)}`);
    const more = count - (jumps.length - left.length) - said.length;
    const warnings =
      more === 0 ? said : [...said, `${more} more such jumps; sevenfold data verify lists them`];
    return warnings.map((warning) => `${file.path}: ${warning}`);
  });
}

/** Whether what the splits since the row before leave of a jump is an ordinary step. */
function isExplained(
  { at, ratio, isLone }: Jump,
  actions: readonly CorporateAction[],
  dayOf: (at: number) => number,
): boolean {
  if (isLone) return false;
  const [before, day] = [dayOf(at - 1), dayOf(at)];
  const rest = actions.reduce(
    (left, action) =>
      action.kind === "split" && before < action.day && action.day <= day
        ? (left * action.numerator) / action.denominator
        : left,
    ratio,
  );
  return rest !== ratio && isUsualStep(1, rest);
}
