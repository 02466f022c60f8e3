import type { Ticker } from "@sevenfold/domain/market";
import { bps, shares } from "@sevenfold/domain/money";
import { selectBroker } from "../../brokers/select-broker.ts";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import { changeRisk, changeSettings } from "../../trading/settings/change-settings.ts";
import { addToWatchlist, removeFromWatchlist } from "../../trading/settings/change-watchlist.ts";
import { manageHolding } from "../../trading/settings/manage-holding.ts";
import { oneByOne } from "../one-by-one.ts";
import type { SessionUser } from "../world/session-user.ts";
import type { SimulatedAccount, SimulatedProcess, World } from "../world/world.ts";
import type { ActsApart } from "./draw-plan.ts";
import { journalCash, journalShares, moveCash } from "./planned-activities.ts";
import { bustLatest } from "./planned-busts.ts";
import { drawDividend, type PlannedDividends } from "./planned-dividends.ts";
import { endOne, tradeElsewhere } from "./planned-elsewhere.ts";
import { tradeForeign } from "./planned-foreign.ts";
import { drawHalt, type PlannedHalts } from "./planned-halts.ts";
import { freeCash, holdCash } from "./planned-holds.ts";
import { takeNewKeys } from "./planned-keys.ts";
import { orderAtLimit } from "./planned-limits.ts";
import { tradePartsOf } from "./planned-parts.ts";
import { pause, resume } from "./planned-pauses.ts";
import { drawReorganization, type PlannedReorganizations } from "./planned-reorganizations.ts";
import { changeRules } from "./planned-settings.ts";
import { drawSplit, type PlannedSplits } from "./planned-splits.ts";

/** What an act has to go by. */
export interface ActScene {
  readonly world: Pick<World, "clock" | "market" | "tickers">;
  readonly account: SimulatedAccount & { readonly isKeyless: boolean };
  readonly user: SessionUser;
  readonly through: SimulatedProcess;
  readonly chance: SeededChance;
  readonly splits: Pick<PlannedSplits, "plan">;
  readonly dividends: Pick<PlannedDividends, "plan">;
  readonly halts: Pick<PlannedHalts, "begin">;
  readonly reorganizations: Pick<PlannedReorganizations, "plan">;
}

type Act = (scene: ActScene) => unknown;

const ACTS = {
  order: ({ through, user }) => user.order(through),
  sell: ({ through, user }) => user.sell(through),
  cancel: ({ through, user }) => user.cancel(through),
  flood: ({ through, user }) => user.flood(through),
  sync: ({ through, user }) => user.sync(through),
  "sell-all": ({ through, user }) => user.sellAll(through),
  "cancel-all": ({ through, user }) => user.cancelAll(through),
  "switch-on": ({ through, user }) => user.toggle(through, true),
  "switch-off": ({ through, user }) => user.toggle(through, false),
  "change-strategy": ({ account, chance, through }) =>
    changeSettings(through.needs)(
      account.userId,
      {
        strategy: {
          buyDropBps: bps(100 * chance.between(1, 4)),
          sellRiseBps: bps(100 * chance.between(1, 4)),
          sharesToBuy: shares(chance.between(1, 20)),
        },
      },
      { accountId: account.accountId },
    ),
  "change-risk": ({ account, chance, through }) =>
    changeRisk(through.needs)(
      account.userId,
      { dailyLossBps: bps(chance.between(20, 300)) },
      { accountId: account.accountId },
    ),
  watch: (scene) => addToWatchlist(scene.through.needs)({ ...scene.account, ticker: pick(scene) }),
  unwatch: (scene) =>
    removeFromWatchlist(scene.through.needs)({ ...scene.account, ticker: pick(scene) }),
  "hand-over": (scene) =>
    manageHolding(scene.through.needs)({ ...scene.account, ticker: pick(scene), isManaged: true }),
  "take-back": (scene) =>
    manageHolding(scene.through.needs)({ ...scene.account, ticker: pick(scene), isManaged: false }),
  "select-account": ({ account, through }) => selectBroker(through.needs)(account),
  /** At the venue's own site. */
  "buy-elsewhere": (scene) => buyElsewhere(scene, pick(scene)),
  "move-cash": moveCash,
  "journal-cash": journalCash,
  "journal-shares": ({ account, chance, world }) =>
    journalShares({
      account,
      chance,
      world,
      ticker: heldOr(account, pick({ chance, world }), chance),
    }),
  /** Over the coming night. */
  split: ({ chance, splits, ...scene }) =>
    splits.plan(drawSplit(chance, heldOr(scene.account, pick({ chance, ...scene }), chance))),
  /** The same where the venue carries what rests there over. */
  "split-carried": ({ chance, splits, ...scene }) => {
    const ticker = heldOr(scene.account, pick({ chance, ...scene }), chance);
    splits.plan({ ...drawSplit(chance, ticker), isCarried: true });
  },
  "pay-dividend": ({ chance, dividends, ...scene }) =>
    dividends.plan(drawDividend(chance, heldOr(scene.account, pick({ chance, ...scene }), chance))),
  reorganize: ({ chance, reorganizations, ...scene }) =>
    reorganizations.plan(
      drawReorganization(chance, heldOr(scene.account, pick({ chance, ...scene }), chance)),
    ),
  "trade-foreign": tradeForeign,
  "trade-parts": (scene) => tradePartsOf(scene, heldOr(scene.account, pick(scene), scene.chance)),
  bust: (scene) => !scene.account.isKeyless && bustLatest(scene),
  "trade-elsewhere": (scene) =>
    tradeElsewhere(scene, heldOr(scene.account, pick(scene), scene.chance)),
  /** By the venue itself. */
  "end-order": endOne,
  "exchange-halt": ({ halts, ...scene }) =>
    halts.begin(drawHalt(scene.chance, heldOr(scene.account, pick(scene), scene.chance))),
  "change-rules": changeRules,
  "hold-cash": holdCash,
  "free-cash": freeCash,
  "new-keys": takeNewKeys,
  "pause-account": pause,
  "resume-account": resume,
  "order-at-limit": (scene) =>
    orderAtLimit(
      scene,
      scene.chance.happens(0.7) ? heldOr(scene.account, pick(scene), scene.chance) : pick(scene),
    ),
  "expire-plan": (scene) => pay(scene, "unpaid"),
  "renew-plan": (scene) => pay(scene, "active"),
} as const satisfies Readonly<Record<string, Act>>;

/**
 * Kinds that are drawn by chances of their own: seeds that were drawn before there were any have the
 * plans they had, and these beside them.
 */
export const ACTS_APART: readonly ActsApart[] = [
  { chance: "acts-apart", kinds: ["move-cash"] },
  { chance: "acts-splits", kinds: ["split"], share: 0.3 },
  { chance: "acts-busts", kinds: ["bust"], share: 0.3 },
  { chance: "acts-foreign", kinds: ["trade-foreign"], share: 0.3 },
  { chance: "acts-reorganizations", kinds: ["journal-cash", "reorganize"], share: 0.3 },
  { chance: "acts-journals", kinds: ["journal-shares"], share: 0.3 },
  { chance: "acts-parts", kinds: ["trade-parts"], share: 0.3 },
  { chance: "acts-elsewhere", kinds: ["trade-elsewhere", "end-order"], share: 0.3 },
  { chance: "acts-carried", kinds: ["split-carried", "pay-dividend"], share: 0.3 },
  { chance: "acts-limits", kinds: ["order-at-limit"], share: 0.3 },
  { chance: "acts-halts", kinds: ["exchange-halt"], share: 0.3 },
  { chance: "acts-rules", kinds: ["change-rules"], share: 0.3 },
  {
    chance: "acts-pauses",
    kinds: ["pause-account", "resume-account", "resume-account"],
    share: 0.3,
  },
  { chance: "acts-holds", kinds: ["hold-cash", "hold-cash", "free-cash"], share: 0.3 },
  { chance: "acts-keys", kinds: ["new-keys"], share: 0.3 },
];

/** Everything that is drawn for users to do. */
export const ACT_KINDS: readonly string[] = Object.keys(ACTS);

/** Begins what the user does, and waits for none of it. What it is answered shows in the rows. */
export async function begin(kind: string, scene: ActScene): Promise<void> {
  const act = (ACTS as Readonly<Record<string, Act>>)[kind];
  if (act === undefined) throw new Error(`no act is called ${kind}`);
  await act(scene);
}

const pick = ({ chance, world }: Pick<ActScene, "chance" | "world">): Ticker =>
  world.tickers[chance.between(0, world.tickers.length - 1)]!;

const buyElsewhere = ({ account: { venue } }: ActScene, ticker: Ticker) =>
  venue.unlisted.has(ticker) || venue.buyElsewhere(ticker, shares(1));

/** A symbol that its venue holds, where it holds any. */
function heldOr({ venue }: SimulatedAccount, otherwise: Ticker, chance: SeededChance): Ticker {
  const held = [...venue.positions.keys()];
  return held[chance.between(0, Math.max(0, held.length - 1))] ?? otherwise;
}

/** As a word of the payment provider leaves the rows. */
const pay = ({ account, through }: ActScene, subscriptionStatus: "active" | "unpaid") =>
  oneByOne(through.needs.storage).users.change(account.userId, (user) => ({
    ...user,
    subscriptionStatus,
  }));
