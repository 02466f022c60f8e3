import { instant } from "@sevenfold/domain/market";
import { newYorkOffsetMinutes } from "@sevenfold/domain/new-york-time";
import { defaultHorzScaleBehavior, type Time, type UTCTimestamp } from "lightweight-charts";

const TimeScale = defaultHorzScaleBehavior();
type Points = Parameters<InstanceType<typeof TimeScale>["fillWeightsForPoints"]>[0];

/**
 * A chart's time scale whose days, months and hours begin in New York. The library gives a point
 * the more weight the larger the unit that begins with it, and looks at UTC; so it is shown what
 * the clocks of New York say. The points keep their own times, which never run backwards.
 */
export class NewYorkScale extends TimeScale {
  override fillWeightsForPoints(points: Points, startIndex: number): void {
    const local = points.map((point) => ({
      ...point,
      time: this.convertHorzItemToInternal(newYorkClock(Number(this.key(point.time)))),
    }));
    super.fillWeightsForPoints(local, startIndex);
    for (let index = startIndex; index < points.length; index += 1)
      points[index]!.timeWeight = local[index]!.timeWeight;
  }
}

/** What the clocks of New York show at a second, as the library counts time. */
export const newYorkClock = (seconds: number): Time =>
  (seconds + newYorkOffsetMinutes(instant(seconds * 1_000)) * 60) as UTCTimestamp;
