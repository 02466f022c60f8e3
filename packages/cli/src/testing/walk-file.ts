import { writeFileSync } from "node:fs";

export interface WalkOrder {
  readonly rows: number;
  readonly seed: number;
  /** Minutes of one day after another; days without it. */
  readonly minutes?: true;
}

/** Writes bars of a price that walks at random, the same from the same seed. */
export function writeWalk(path: string, { rows, seed, minutes }: WalkOrder): void {
  let state = seed;
  const unit = (): number => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const lines = ["date,open,high,low,close"];
  const step = minutes ? 60_000 : 86_400_000;
  let price = 100;
  for (let row = 0; row < rows; row++) {
    const open = price;
    price *= 1 + (unit() - 0.5) * (minutes ? 0.006 : 0.06);
    const prices = [open, Math.max(open, price) + 0.5, Math.min(open, price) - 0.5, price];
    const time = new Date(Date.UTC(2010, 0, 1, 15) + row * step).toISOString();
    const cell = minutes ? time : time.slice(0, 10);
    lines.push([cell, ...prices.map((each) => each.toFixed(2))].join(","));
  }
  writeFileSync(path, `${lines.join("\n")}\n`);
}
