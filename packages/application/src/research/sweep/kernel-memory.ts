import type { KernelMarket, KernelSymbol } from "./kernel-market.ts";
import { type PriceBlocks, priceBlocksOf } from "./price-blocks.ts";
import { type WaitTables, waitTablesOf } from "./wait-tables.ts";

/** Where the kernel finds what it reads, and where it may keep its own: addresses in its memory. */
export interface KernelLayout {
  /** The numbers of each market, as `openMarket` of kernel/market.ts reads them. */
  readonly markets: readonly number[];
  /** The addresses `run` of kernel/run.ts asks for. */
  readonly scratch: number;
  readonly rule: number;
  readonly outcome: number;
  readonly curve: number;
  /** The first table of `waits`. */
  readonly waitsAt: number;
  readonly waits: WaitTables;
  /** Fills are logged from here on, to the end of the memory. */
  readonly log: number;
}

/** Closes a day from which on blocks of prices are worth passing over. */
const CLOSES_A_DAY_FINE = 16;
/** Below it the kernel picks prices. */
const BEGIN = 64;
const COLUMN_WORDS = 24;
const SLOT_BYTES = 64;
const RULE_BYTES = 256;
const OUTCOME_BYTES = 128;
const ENTRIES_BYTES = 4_096 * 8;
/** Columns are read eight numbers at a time: so many more stand behind the last. */
const PADDING = 8;

/** What kernel/extremes.ts notes of its room, before anybody asks. */
const NO_MARKET = 0;
const NONE_KEPT = 0;

/** What is laid down: a column, or so many bytes of room. */
type Column = Int32Array | Uint16Array | Float64Array;
type Piece = Column | number;

/**
 * Lays pieces down one behind the other, each at a multiple of 16, and equal ones once: accounts that
 * trade at the same times share their columns of time, and the processor's caches hold them.
 */
function layer() {
  const pieces: { readonly at: number; readonly piece: Column }[] = [];
  let end = BEGIN;
  return {
    end: () => end,
    lay(piece: Piece): number {
      const at = end;
      const bytes = typeof piece === "number" ? piece : piece.byteLength;
      if (typeof piece !== "number") {
        const like = pieces.find((other) => isAlike(other.piece, piece));
        if (like !== undefined) return like.at;
        pieces.push({ at, piece });
      }
      end = (at + bytes + PADDING * 4 + 15) & ~15;
      return at;
    },
    copyTo(buffer: ArrayBuffer): void {
      for (const { at, piece } of pieces)
        new Uint8Array(buffer, at, piece.byteLength).set(
          new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength),
        );
    },
  };
}

function isAlike(one: Column, other: Column): boolean {
  if (one.constructor !== other.constructor || one.length !== other.length) return false;
  for (let place = 0; place < one.length; place++) if (one[place] !== other[place]) return false;
  return true;
}

type Lay = (piece: Piece) => number;

/** Plans the memory of some markets; `copyTo` fills it once it is large enough. */
export function layOut(markets: readonly KernelMarket[], passesBlocks: boolean) {
  const { lay, end, copyTo } = layer();
  const slots = Math.max(...markets.map(({ symbols }) => symbols.length));
  const daysMax = Math.max(...markets.map(({ days }) => days));
  const rule = lay(RULE_BYTES);
  const outcome = lay(OUTCOME_BYTES);
  const scratch = lay(
    Int32Array.of(
      lay(slots * SLOT_BYTES),
      lay((slots + 4) * 4),
      lay(slots * 16),
      slots * 2,
      lay(slots * 4),
      lay((slots + 4) * 4),
      lay(ENTRIES_BYTES),
      lay(extremesBytesOf(markets)),
      NO_MARKET,
      NONE_KEPT,
    ),
  );
  const isFine = ({ days, count }: KernelMarket) =>
    passesBlocks && days * CLOSES_A_DAY_FINE < count;
  const waits = waitTablesOf(markets, isFine);
  const laid = markets.map((market, place) =>
    layMarket(lay, market, { isFine: isFine(market), waitsOffset: waits.offsets[place]! }),
  );
  // The curve of one symbol is drawn four days at a time.
  const curve = lay((daysMax + 4) * 8);
  const waitsAt = lay(waits.bytes);
  const at = { scratch, rule, outcome, curve, waitsAt, log: end() };
  const layout: KernelLayout = { markets: laid, waits, ...at };
  return { layout, copyTo };
}

function layMarket(
  lay: Lay,
  market: KernelMarket,
  { isFine, waitsOffset }: { readonly isFine: boolean; readonly waitsOffset: number },
): number {
  const { symbols, count, days, places } = market;
  const width = symbols.length === 1 ? 1 : (symbols.length + 3) & ~3;
  const blocks = symbols.map(({ close }) => (isFine ? priceBlocksOf(close) : NO_BLOCKS));
  const columns = new Int32Array(symbols.length * COLUMN_WORDS);
  symbols.forEach((symbol, slot) => {
    columns.set(laySymbol(lay, symbol, blocks[slot]!), slot * COLUMN_WORDS);
  });
  return lay(
    Int32Array.of(
      symbols.length,
      count,
      days,
      places,
      blocks[0]!.levels.length,
      width,
      lay(market.day),
      lay(market.dayLast),
      lay(market.place),
      lay(dayRowsOf(market, width)),
      lay(market.closesAt),
      lay(market.opensAt),
      lay(columns),
      waitsOffset,
    ),
  );
}

const NO_BLOCKS: PriceBlocks = { levels: [] };

function laySymbol(lay: Lay, { first, close, open }: KernelSymbol, blocks: PriceBlocks): number[] {
  const levels = blocks.levels.flatMap(({ full, low, high, drop, rise }) => [
    full,
    lay(low),
    lay(high),
    lay(drop),
    lay(rise),
  ]);
  return [first, lay(close), lay(open), ...levels];
}

/** The closes of all symbols at the end of each day, side by side. */
function dayRowsOf({ symbols, days, dayLast }: KernelMarket, width: number): Int32Array {
  const rows = new Int32Array(days * width);
  for (let day = 0; day < days; day++)
    for (let slot = 0; slot < symbols.length; slot++)
      rows[day * width + slot] = symbols[slot]!.close[dayLast[day]!]!;
  return rows;
}

/** Room for the lowest and the highest closes of 1, 2, 4 … days of a symbol alone. */
const extremesBytesOf = (markets: readonly KernelMarket[]): number =>
  Math.max(
    0,
    ...markets
      .filter(({ symbols }) => symbols.length === 1)
      .map(({ days }) => days * (32 - Math.clz32(days)) * 8),
  );

/** About how much memory the markets take. */
export const kernelBytesOf = (markets: readonly KernelMarket[]): number =>
  markets.reduce(
    (sum, { symbols, count, days }) => sum + symbols.length * (10 * count + 4 * days) + 24 * count,
    0,
  );
