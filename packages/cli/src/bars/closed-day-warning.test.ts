import { closureOn } from "@sevenfold/domain/nyse-holidays";
import { expect, it } from "vitest";
import { CLOCK, HEADER, rowsOf } from "../testing/bar-files.ts";

const DAY_MS = 86_400_000;
const dayOf = (date: string) => Date.parse(date) / DAY_MS;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const DAYS = Array.from(
  { length: dayOf("2025-01-01") - dayOf("2023-01-01") },
  (_, at) => dayOf("2023-01-01") + at,
);
const isSession = (day: number) => closureOn(day) === undefined;
const isWeekday = (day: number) => closureOn(day) !== "Weekend";
const rising = (day: number) => {
  const price = day / 100;
  return `${dateOf(day)},${price},${price + 1},${price - 1},${price},100`;
};
const fileOf = (days: readonly number[], row: (day: number) => string = rising) =>
  `${[HEADER, ...days.map(row)].join("\n")}\n`;
const warningsOf = async (text: string, session: "data" | "xnys" = "data") =>
  (await rowsOf(text, { ...CLOCK, session })).warnings.filter((one) => one.includes("was closed"));
const also = (...dates: string[]) =>
  DAYS.filter((day) => isSession(day) || dates.includes(dateOf(day)));

it("warns of rows on holidays among the sessions of New York", async () => {
  const text = fileOf(also("2023-07-04", "2024-11-28", "2024-06-15"));

  expect(await warningsOf(text)).toEqual([
    expect.stringMatching(
      /abc\.csv: 3 rows on days on which the New York Stock Exchange was closed, 2023-07-04 the first; --session xnys/,
    ),
  ]);
  expect(await warningsOf(text, "xnys")).toEqual([]);
});

it("warns of holidays that were filled in with the row before, all of them", async () => {
  let last = rising(dayOf("2023-01-02"));
  const filled = fileOf(DAYS.filter(isWeekday), (day) => {
    if (isSession(day)) last = rising(day);
    return `${dateOf(day)}${last.slice(10)}`;
  });

  const holidays = DAYS.filter((day) => isWeekday(day) && !isSession(day)).length;
  expect(await warningsOf(filled)).toEqual([expect.stringContaining(`: ${holidays} rows on days`)]);
});

it.each([
  ["New York's sessions alone", DAYS.filter(isSession)],
  ["every weekday, as currencies have", DAYS.filter(isWeekday)],
  ["every day, as coins have", DAYS],
  [
    "sessions of another exchange",
    DAYS.filter((day) => isWeekday(day) && !/(01-01|12-2[56]|05-01|04-0[17])$/.test(dateOf(day))),
  ],
  ["weeks", DAYS.filter((day) => day % 7 === 0)],
])("is silent about %s", async (_, days) => {
  expect(await warningsOf(fileOf(days))).toEqual([]);
});

it("is silent about a few weeks, whose calendar nobody knows", async () => {
  const text = fileOf(also("2023-01-16").slice(0, 30), (day) =>
    dateOf(day) === "2023-01-16"
      ? `2023-01-16${rising(dayOf("2023-01-13")).slice(10)}`
      : rising(day),
  );

  expect(await warningsOf(text)).toEqual([]);
});

it("is silent about years before the calendar is known", async () => {
  const years = Array.from({ length: 800 }, (_, at) => dayOf("1975-01-01") + at);
  const days = years.filter((day) => isSession(day) || dateOf(day) === "1976-07-05");

  expect(await warningsOf(fileOf(days))).toEqual([]);
});
