import { expect, it } from "vitest";
import { CLOCK, HEADER, rowsOf } from "../testing/bar-files.ts";

const warningsOf = async (text: string, session: "data" | "xnys" = "xnys") =>
  (await rowsOf(text, { ...CLOCK, session })).warnings.filter((one) => one.includes("leaves out"));
const fileOf = (...times: readonly string[]) =>
  `t,o,h,l,c\n${times.map((time) => `2024-01-02 ${time},1,1,1,1`).join("\n")}\n`;

it("tells how many bars of a symbol the session leaves out", async () => {
  const text = fileOf("09:00", "09:30", "10:00", "10:30", "16:00");

  expect(await warningsOf(text)).toEqual([
    "--session xnys leaves out 2 of 5 bars of ABC, outside the exchange's sessions",
  ]);
  expect(await warningsOf(text, "data")).toEqual([]);
  expect(await warningsOf(fileOf("09:30", "10:00", "15:30"))).toEqual([]);
});

it("names the zone where half of them or more are left out", async () => {
  expect(await warningsOf(fileOf("08:30", "09:00", "09:30", "10:00"))).toEqual([
    "--session xnys leaves out 2 of 4 bars of ABC, outside the exchange's sessions; --tz says in which zone times without an offset and midnights are",
  ]);
});

it("counts the days that were no session", async () => {
  const days = ["2023-12-29", "2024-01-01", "2024-01-02"];

  expect(
    await warningsOf(`${HEADER}\n${days.map((day) => `${day},1,1,1,1,1\n`).join("")}`),
  ).toEqual(["--session xnys leaves out 1 of 3 bars of ABC, outside the exchange's sessions"]);
});
