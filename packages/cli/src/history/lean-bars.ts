import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { unitsFromDecimal } from "@sevenfold/domain/money";
import { openBarRows } from "../bars/bar-rows.ts";
import type { BarFile } from "../bars/bar-series.ts";
import { barTimeReader } from "../bars/bar-time.ts";
import { readFailureOf } from "../bars/file-bytes.ts";
import { isTradablePrice } from "../bars/price-cell.ts";
import { inputFailure } from "../failure.ts";

/** An archive of LEAN holds a symbol's day or life; a larger one is something else. */
const ZIP_BYTES_MAX = 512 * 2 ** 20;
const PLAIN_BYTES_MAX = 2 ** 30;

/**
 * Reads an archive of equity bars as LEAN keeps them: one CSV file without a header, prices in
 * ten-thousandths of a dollar, times as "20240102 00:00" or as milliseconds since New York's
 * midnight of the date in the file's name (https://www.quantconnect.com/docs/v2/lean-cli/datasets/format).
 * LEAN's prices are raw. Throws a `Failure` that names the file and the line.
 */
export async function readLeanBars(path: string, zone: string): Promise<BarFile> {
  const packed = await bytesOf(path);
  const { name, text } = await entryOf(path, packed);
  const rows = openBarRows(path, {
    at: (line) => `${path}/${name}:${line}`,
    word: "line",
    zone,
  });
  const readTime = barTimeReader(zone);
  const symbol = symbolOf(path, name);
  const date = /^(\d{8})_/.exec(name)?.[1];
  const midnight = date === undefined ? undefined : readTime(date);
  for (const [index, raw] of text.split("\n").entries()) {
    const line = index + 1;
    const cells = raw.trim().split(",");
    if (cells.length === 1 && cells[0] === "") continue;
    if (cells.length !== 6)
      rows.refuse(
        line,
        `the row has ${cells.length} cells, and LEAN's bars of trades have 6: time, open, high, low, close, volume`,
      );
    const [time = "", open, high, low, close, volume] = cells;
    const isOffset = /^\d{1,8}$/.test(time);
    if (isOffset && midnight?.kind !== "date")
      rows.refuse(
        line,
        "milliseconds of a day need the date in the archive's file, as in 20240102_orcl_minute_trade.csv",
      );
    const moment =
      (isOffset ? readTime(date!, clockOf(Number(time))) : readTime(time)) ??
      rows.refuse(line, `the time "${time}" is none of LEAN's`);
    const units = (what: string, cell = ""): number => {
      const scaled = unitsFromDecimal(cell);
      const value = scaled === undefined ? Number.NaN : Math.round(scaled / 10_000);
      if (!isTradablePrice(value))
        rows.refuse(line, `the ${what} "${cell}" is no price in ten-thousandths of a dollar`);
      return value;
    };
    const shares = Number(volume);
    if (!(0 <= shares && shares < Number.MAX_SAFE_INTEGER))
      rows.refuse(line, `the volume "${volume}" is not a number of shares`);
    rows.take(
      {
        time: moment,
        open: units("open", open),
        high: units("high", high),
        low: units("low", low),
        close: units("close", close),
        volume: Math.floor(shares),
        symbol,
      },
      line,
    );
  }
  const file = rows.finish(createHash("sha256").update(packed).digest("hex"));
  const intervalMs = INTERVALS[/_(minute|second)_/.exec(name)?.[1] ?? ""];
  return {
    ...file,
    basis: "raw",
    ...(intervalMs !== undefined && { intervalMs }),
  };
}

const INTERVALS: Readonly<Record<string, number>> = { minute: 60_000, second: 1_000 };

const clockOf = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

async function bytesOf(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (ZIP_BYTES_MAX < size)
      throw inputFailure(`${path}: an archive of more than 512 MB is none of LEAN's`);
    return await readFile(path);
  } catch (error) {
    throw readFailureOf(error, path);
  }
}

/** The one file of bars in an archive. */
async function entryOf(
  path: string,
  packed: Buffer,
): Promise<{ readonly name: string; readonly text: string }> {
  const { unzipSync } = await import("fflate");
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(packed, {
      filter: ({ name, originalSize }) => {
        if (PLAIN_BYTES_MAX < originalSize) throw new Error("it unpacks to more than 1 GB");
        return /\.csv$/i.test(name);
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw inputFailure(`${path}: the archive cannot be unpacked: ${reason}`);
  }
  const names = Object.keys(entries);
  const [name] = names;
  if (name === undefined || 1 < names.length)
    throw inputFailure(
      `${path}: the archive holds ${names.length} CSV files, and LEAN's of equity bars hold one; unpack it and import what is in it`,
    );
  if (/_quote\.csv$|_openinterest/i.test(name))
    throw inputFailure(`${path}: it holds quotes; import the archives of trades`);
  return { name: basename(name), text: Buffer.from(entries[name]!).toString("utf8") };
}

/** "20240102_orcl_minute_trade.csv" and "orcl.csv" are ORCL's. */
function symbolOf(path: string, name: string): string {
  const word = /^\d{8}_([a-z.]+)_/i.exec(name)?.[1] ?? name.replace(/\.csv$/i, "");
  return (word === "" ? basename(path) : word).toUpperCase();
}
