import type { EquityPoint, Instant } from "@sevenfold/domain/market";
import type { Decision } from "../../ports/stores/decision-store.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { TrailMark, TrailSnapshot } from "../../ports/stores/trail-store.ts";
import { adoptTrails } from "./adopt-trails.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { forgetVersions, mergedTrails } from "./save-trails.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { LeaseLost, UPKEEP } from "./write-as-worker.ts";

/** What a worker remembers of an account, to be put on record. */
export interface Kept {
  readonly followed: FollowedAccount;
  readonly lines: readonly Decision[];
  readonly point?: EquityPoint;
}

export interface KeepTogether {
  /**
   * Writes what the worker remembers of the account, with whatever other accounts have to be written at
   * that moment. "busy": somebody else writes for it, and nothing was. Throws `LeaseLost` where another
   * has the account. Inside the account's mutex only.
   */
  keep(kept: Kept): Promise<"kept" | "busy">;
}

type Needs = Pick<TradingNeeds, "clock" | "storage">;

/** What is in more of a hurry than what is kept here. */
interface Hurried {
  /** Resolves once none of it is being written, or soon all the same. */
  quiet(): Promise<void>;
}

/** Accounts of one transaction: it holds their rows, and what it takes in memory no price waits for long. */
const TOGETHER_MAX = 8;

/**
 * The accounts of a worker are written in turns: whoever comes during one is of the next. A turn takes the
 * worker and the server as long as the orders of a moment do, and lets those go first.
 */
export function openKeepTogether(needs: Needs, { quiet }: Hurried = NOTHING_HURRIED): KeepTogether {
  const line: Waiting[] = [];
  let isWriting = false;
  const writeAll = async () => {
    isWriting = true;
    while (0 < line.length) {
      await quiet();
      await settleTurn(needs, line.splice(0, TOGETHER_MAX));
    }
    isWriting = false;
  };
  return {
    keep: (kept) =>
      new Promise((settle) => {
        line.push({ kept, settle });
        if (!isWriting) void writeAll();
      }),
  };
}

const NOTHING_HURRIED: Hurried = { quiet: async () => undefined };

interface Waiting {
  readonly kept: Kept;
  readonly settle: (outcome: Promise<"kept" | "busy">) => void;
}

/** What fails for all of them is tried with each alone: the rows of one are no fault of the others. */
async function settleTurn(needs: Needs, turn: readonly Waiting[]): Promise<void> {
  const settle = async (some: readonly Waiting[]) => {
    const written = writeTurn(
      needs,
      some.map(({ kept }) => kept),
    );
    if (1 < some.length) await written;
    for (const { kept, settle } of some)
      settle(written.then((outcome) => outcomeOf(outcome, kept.followed)));
    await written.catch(() => undefined);
  };
  await settle(turn).catch(() => Promise.all(turn.map((waiting) => settle([waiting]))));
}

/** One account alone. */
export const keepAlone = (needs: Needs, kept: Kept): Promise<"kept" | "busy"> =>
  openKeepTogether(needs).keep(kept);

interface Turn {
  readonly held: ReadonlySet<string>;
  readonly lost: ReadonlySet<string>;
}

function outcomeOf({ held, lost }: Turn, { id }: FollowedAccount): "kept" | "busy" {
  if (lost.has(id)) throw new LeaseLost(`lease of ${id} lost`);
  return held.has(id) ? "kept" : "busy";
}

/**
 * One transaction for all of them, in two journeys and its commit. It asks for the leases before anything
 * else, and writes nothing of an account that another has, or that somebody is writing for.
 */
async function writeTurn({ clock, storage }: Needs, turn: readonly Kept[]): Promise<Turn> {
  const savedAt = clock.now();
  const asked = turn.map(({ followed }) => followed.lease);
  const { held, known, lost, marks, saved } = await storage.transact(async (tables) => {
    // In one journey: the trails are read once the leases are held.
    const [fence, known] = await Promise.all([
      tables.leases.hold(asked),
      tables.trails.ofAll(...askedOf(turn)),
    ]);
    const ours = turn.filter(({ followed }) => fence.held.has(followed.id));
    return { ...fence, known, ...(await write(tables, ours, { known, savedAt })) };
  }, UPKEEP);
  for (const { followed } of turn) {
    const snapshot = saved.get(followed.id);
    if (!snapshot) continue;
    adoptTrails(followed, known.get(followed.id));
    forgetVersions(followed, snapshot);
    followed.trailsMark = marks.get(followed.id);
  }
  return { held, lost };
}

async function write(
  tables: Pick<Tables, "decisions" | "equity" | "trails">,
  turn: readonly Kept[],
  { known, savedAt }: { readonly known: KnownTrails; readonly savedAt: Instant },
): Promise<Written> {
  if (turn.length === 0) return { marks: new Map(), saved: new Map() };
  const snapshots = turn.map(({ followed }) => ({
    accountId: followed.id,
    savedAt,
    trails: mergedTrails(followed, known.get(followed.id)),
  }));
  const saving = tables.trails.saveAll(snapshots);
  // Heard once the rest is on its way.
  saving.catch(() => undefined);
  const lines = turn.flatMap((kept) => kept.lines);
  if (0 < lines.length) await tables.decisions.add(lines);
  for (const { followed, point } of turn) if (point) await tables.equity.add(followed.id, [point]);
  const marks = await saving;
  const saved = new Map(snapshots.map((snapshot) => [snapshot.accountId, snapshot]));
  return { marks, saved };
}

/** Trails that somebody else has written since this worker did, by account. */
type KnownTrails = ReadonlyMap<string, TrailSnapshot>;

interface Written {
  readonly marks: ReadonlyMap<string, TrailMark>;
  readonly saved: ReadonlyMap<string, TrailSnapshot>;
}

/** Whose trails are asked for, and which of them this worker wrote itself and need not read. */
function askedOf(turn: readonly Kept[]): Parameters<Tables["trails"]["ofAll"]> {
  const ids: string[] = [];
  const marks = new Map<string, TrailMark>();
  for (const { followed } of turn) {
    ids.push(followed.id);
    if (followed.trailsMark !== undefined) marks.set(followed.id, followed.trailsMark);
  }
  return [ids, marks];
}
