import { bps, shares } from "@sevenfold/domain/money";

import type { SeededChance } from "../../simulation/seeded-chance.ts";
import type { SessionUser } from "../../simulation/session-user.ts";
import type { SimulatedAccount, SimulatedProcess, World } from "../../simulation/world.ts";
import { changeRisk, changeSettings } from "../../use-cases/change-settings.ts";
import { addToWatchlist, removeFromWatchlist } from "../../use-cases/change-watchlist.ts";
import { manageHolding } from "../../use-cases/manage-holding.ts";
import { selectBroker } from "../../use-cases/select-broker.ts";

/** What an act has to go by. */
export interface ActScene {
  readonly world: Pick<World, "tickers">;
  readonly account: SimulatedAccount;
  readonly user: SessionUser;
  readonly through: SimulatedProcess;
  readonly chance: SeededChance;
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
  "buy-elsewhere": (scene) => scene.account.venue.buyElsewhere(pick(scene), shares(1)),
  "expire-plan": (scene) => pay(scene, "unpaid"),
  "renew-plan": (scene) => pay(scene, "active"),
} as const satisfies Readonly<Record<string, Act>>;

/** Everything a plan may let a user do. */
export const ACT_KINDS: readonly string[] = Object.keys(ACTS);

/** Begins what the user does, and waits for none of it. What it is answered shows in the rows. */
export async function begin(kind: string, scene: ActScene): Promise<void> {
  const act = (ACTS as Readonly<Record<string, Act>>)[kind];
  if (act === undefined) throw new Error(`no act is called ${kind}`);
  await act(scene);
}

const pick = ({ chance, world }: ActScene) =>
  world.tickers[chance.between(0, world.tickers.length - 1)]!;

/** As a word of the payment provider leaves the rows. */
const pay = ({ account, through }: ActScene, subscriptionStatus: "active" | "unpaid") =>
  through.needs.storage.read.users.change(account.userId, (user) => ({
    ...user,
    subscriptionStatus,
  }));
