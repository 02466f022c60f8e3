import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barTimeReader, localDayReader } from "./bar-time.ts";
import { isZone, offsetOfLocal, zoneOffsets } from "./zone-offset.ts";

const NEW_YORK = "America/New_York";
const read = (cell: string, timeOfDay?: string, zone = NEW_YORK): string | undefined => {
  const time = barTimeReader(zone)(cell, timeOfDay);
  if (time === undefined) return undefined;
  const ms = time.kind === "date" ? time.dayNumber * 86_400_000 : time.ms;
  return time.kind === "date"
    ? new Date(ms).toISOString().slice(0, 10)
    : new Date(ms).toISOString().replace(".000Z", "Z");
};

describe("barTimeReader", () => {
  it.each(["2006-01-02", "2006/01/02", "01/02/2006", "1/2/2006", "20060102", "2006-1-2"])(
    "reads %s as a date",
    (text) => {
      expect(read(text)).toBe("2006-01-02");
    },
  );

  it.each([
    ...["02-Jan-2006", "2-jan-2006", "02 Jan 2006", "02/JAN/2006", "2 January 2006"],
    ...["Jan 2, 2006", "Jan 02 2006", "Jan. 2, 2006", "January 2, 2006"],
  ])("reads %s as a date, for the month has a name", (text) => {
    expect(read(text)).toBe("2006-01-02");
  });

  it("reads times behind dates that name the month, each by itself", () => {
    const readTime = barTimeReader(NEW_YORK);
    const times = ["January 2, 2024 09:30", "January 2, 2025 4:15 PM", "02-Sept-2024 09:30:00"];

    expect(times.map((text) => readTime(text))).toMatchObject([
      { ms: Date.UTC(2024, 0, 2, 14, 30) },
      { ms: Date.UTC(2025, 0, 2, 21, 15) },
      { ms: Date.UTC(2024, 8, 2, 13, 30) },
    ]);
  });

  it.each(["02-Jan-06", "31-Feb-2006", "02-Foo-2006", "02-Janu-2006", "Jan 2006", "2006-Jan-02x"])(
    "reads no date in %s",
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it.each([
    ["2024-01-02 09:30", "2024-01-02T14:30:00Z"],
    ["2024-01-02 09:30:00", "2024-01-02T14:30:00Z"],
    ["2024-01-02T09:30:00", "2024-01-02T14:30:00Z"],
    ["2024-07-02 09:30:00", "2024-07-02T13:30:00Z"],
    ["2024-01-02 09:30:00-05:00", "2024-01-02T14:30:00Z"],
    ["2024-01-02T09:30:00-0500", "2024-01-02T14:30:00Z"],
    ["2024-01-02T14:30:00Z", "2024-01-02T14:30:00Z"],
    ["2024-01-02 14:30:00+00:00", "2024-01-02T14:30:00Z"],
    ["2024-01-02 14:30:00 UTC", "2024-01-02T14:30:00Z"],
    ["2024-01-02T14:30:00.250Z", "2024-01-02T14:30:00.250Z"],
    ["01/02/2024 09:30", "2024-01-02T14:30:00Z"],
    ["1/2/2024 4:15 PM", "2024-01-02T21:15:00Z"],
    ["20240102 093000", "2024-01-02T14:30:00Z"],
    ["20240102093000", "2024-01-02T14:30:00Z"],
    ["1704205800", "2024-01-02T14:30:00Z"],
    ["1704205800.0", "2024-01-02T14:30:00Z"],
    ["1704205800000", "2024-01-02T14:30:00Z"],
    ["1704205800000000", "2024-01-02T14:30:00Z"],
    ["1704205800000000000", "2024-01-02T14:30:00Z"],
    ["789143400", "1995-01-03T14:30:00Z"],
    ["789143400000", "1995-01-03T14:30:00Z"],
    ["789143400000000", "1995-01-03T14:30:00Z"],
    ["789143400000000000", "1995-01-03T14:30:00Z"],
    ["202401020930", "2024-01-02T14:30:00Z"],
    ["199501030930", "1995-01-03T14:30:00Z"],
  ])("reads %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ["09:05:00", "2006-01-02T14:05:00Z"],
    ["9:05", "2006-01-02T14:05:00Z"],
    ["0905", "2006-01-02T14:05:00Z"],
    ["905", "2006-01-02T14:05:00Z"],
    ["90500", "2006-01-02T14:05:00Z"],
    ["09:05:00-05:00", "2006-01-02T14:05:00Z"],
  ])("joins a date with the time column %s", (timeOfDay, expected) => {
    expect(read("2006-01-02", timeOfDay)).toBe(expected);
  });

  it("reads no time that the clocks leave out, but a midnight, which stands for its day", () => {
    expect(read("2024-03-10 01:59")).toBe("2024-03-10T06:59:00Z");
    expect(read("2024-03-10 02:00")).toBeUndefined();
    expect(read("2024-03-10 02:59:59")).toBeUndefined();
    expect(read("2024-03-10 03:00")).toBe("2024-03-10T07:00:00Z");
    expect(read("2024-03-10 02:30-05:00")).toBe("2024-03-10T07:30:00Z");
    expect(read("2018-11-04 00:00", undefined, "America/Sao_Paulo")).toBeDefined();
  });

  it("reads times in the zone it is given", () => {
    expect(read("2024-01-02 09:30", undefined, "Europe/Berlin")).toBe("2024-01-02T08:30:00Z");
  });

  it("follows the clocks through the day they change", () => {
    const readTime = barTimeReader(NEW_YORK);
    const hoursUtc = ["01:30", "03:30"].map((clock) => {
      const time = readTime(`2024-03-10 ${clock}`);
      return time?.kind === "instant" ? new Date(time.ms).getUTCHours() : undefined;
    });

    expect(hoursUtc).toEqual([6, 7]);
  });

  it.each([
    "",
    "yesterday",
    "2024-13-01",
    "2024-02-30",
    "13/13/2024",
    "2024-01-02 25:00",
    "2024-01-02 09:61",
    "99999999",
    "0001-01-01",
  ])("refuses %j", (text) => {
    expect(read(text)).toBeUndefined();
  });
});

describe("localDayReader", () => {
  it("starts the day at the zone's midnight, also where the clocks change", () => {
    const dayAt = localDayReader(NEW_YORK);
    const dayOf = (iso: string) => dayAt(Date.parse(iso)) * 86_400_000;

    expect(dayOf("2024-03-10T04:59:59Z")).toBe(Date.UTC(2024, 2, 9));
    expect(dayOf("2024-03-10T05:00:00Z")).toBe(Date.UTC(2024, 2, 10));
    expect(dayOf("2024-03-11T03:59:59Z")).toBe(Date.UTC(2024, 2, 10));
    expect(dayOf("2024-03-11T04:00:00Z")).toBe(Date.UTC(2024, 2, 11));
  });
});

describe("isZone", () => {
  it("knows the zones of the tz database", () => {
    expect(isZone("America/New_York")).toBe(true);
    expect(isZone("Gotham/City")).toBe(false);
  });
});

describe("zoneOffsets", () => {
  it.each(["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"])(
    "agrees with the time zone database on %s, in any year",
    (zone) => {
      const offsetAt = zoneOffsets(zone);
      for (let year = 1950; year < 2040; year += 1)
        for (let month = 0; month < 12; month += 1) {
          const at = Date.UTC(year, month, 1 + ((year * 7 + month) % 28), 13, 7);
          const shown = new Date(at).toLocaleString("sv-SE", { timeZone: zone });
          expect(offsetAt(at)).toBe(Date.parse(`${shown.replace(" ", "T")}Z`) - at);
        }
    },
  );

  it("reads a local time that occurs twice as the earlier one, and one left out by what follows", () => {
    const offsetAt = zoneOffsets("America/New_York");

    expect(offsetOfLocal(offsetAt, Date.UTC(2024, 10, 3, 1, 30))).toBe(-4 * 3_600_000);
    expect(offsetOfLocal(offsetAt, Date.UTC(2024, 2, 10, 2, 30))).toBe(-4 * 3_600_000);
  });
});

describe("localDayReader's sameUntil", () => {
  const ZONES = [
    "UTC",
    "America/New_York",
    "America/Havana",
    "America/Sao_Paulo",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
  ];

  it("answers until when the day stays the same", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2040, 0, 1) }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (zone, ms, part) => {
          const until = localDayReader(zone).sameUntil(ms);
          const within = ms + Math.floor(Math.max(0, until - ms - 1) * part);
          expect(localDayReader(zone)(within)).toBe(localDayReader(zone)(ms));
        },
      ),
    );
  });

  it("ends a day at the local midnight, or with the day of UTC before it", () => {
    const { sameUntil } = localDayReader("America/New_York");

    expect(sameUntil(Date.parse("2024-01-02T04:59Z"))).toBe(Date.parse("2024-01-02T05:00Z"));
    expect(sameUntil(Date.parse("2024-01-02T05:00Z"))).toBe(Date.parse("2024-01-03T00:00Z"));
  });
});
