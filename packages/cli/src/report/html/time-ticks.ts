import { dateOf } from "@sevenfold/domain/calendar-date";
import { instant } from "@sevenfold/domain/market";
import { dayNumberAt, instantOfNewYork } from "@sevenfold/domain/new-york-time";

export interface TimeTick {
  readonly at: number;
  readonly label: string;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const DAY_MS = 86_400_000;
const TICKS_MAX = 11;
/** Months between ticks. */
const SPACINGS = [1, 2, 3, 6, 12, 24, 60, 120] as const;

/** First days of months or years, or days where the period is short, at most eleven. */
export function timeTicks(from: number, to: number): readonly TimeTick[] {
  const days = (to - from) / DAY_MS;
  if (days < 70) return dayTicks(from, to, Math.max(1, Math.ceil(days / TICKS_MAX)));
  const spacing = SPACINGS.find((months) => days / 30.44 / months <= TICKS_MAX) ?? 240;
  const first = dateOf(dayNumberAt(instant(from)));
  const ticks: TimeTick[] = [];
  for (
    let month = Math.ceil((first.year * 12 + first.month - 1) / spacing) * spacing;
    ;
    month += spacing
  ) {
    const [year, ofYear] = [Math.floor(month / 12), month % 12];
    const at = instantOfNewYork(year, ofYear + 1, 1, 0);
    if (to < at) return ticks;
    if (at < from) continue;
    const label =
      spacing % 12 === 0
        ? String(year)
        : `${MONTHS[ofYear]} ${ofYear === 0 || ticks.length === 0 ? year : ""}`;
    ticks.push({ at, label: label.trim() });
  }
}

function dayTicks(from: number, to: number, spacing: number): readonly TimeTick[] {
  const ticks: TimeTick[] = [];
  for (let day = dayNumberAt(instant(from)); ; day += spacing) {
    const { year, month, day: ofMonth } = dateOf(day);
    const at = instantOfNewYork(year, month, ofMonth, 0);
    if (to < at) return ticks;
    if (from <= at) ticks.push({ at, label: `${ofMonth} ${MONTHS[month - 1]}` });
  }
}

/** "2024-02" as "Feb 2024". */
export const monthLabel = (month: string): string =>
  `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

export const monthNames: readonly string[] = MONTHS;

/** The day of an instant in New York, in days since 1970-01-01. */
export const dayOf = (ms: number): number => dayNumberAt(instant(ms));
