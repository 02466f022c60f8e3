import type { Announcement } from "@sevenfold/application/ports/announcer";
import type { Tables } from "@sevenfold/application/ports/storage";
import { listBrokers } from "@sevenfold/contract/brokers";
import { listGlances } from "@sevenfold/contract/market";
import { readRisk, readTradingConfig } from "@sevenfold/contract/settings";
import { readWatchlist } from "@sevenfold/contract/watchlist";
import { readWorkerStatus } from "@sevenfold/contract/worker";

type Topic = Announcement["topic"];

interface Changed {
  /** The paths of the views. */
  readonly views: readonly string[];
  /** Where the rows they are made of lie. */
  readonly tables: readonly (keyof Tables)[];
}

/** Topics that change a few things only. Under any other, everything of the user may have changed. */
const FEW: Partial<Record<Topic, Changed>> = {
  settings: {
    views: [readWorkerStatus.path, readTradingConfig.path, readRisk.path, listBrokers.path],
    // Switched on afresh, an account is released and its trails begin anew.
    tables: ["accounts", "holdings", "settings", "trails"],
  },
  watchlist: {
    views: [readWorkerStatus.path, readWatchlist.path, listGlances.path],
    tables: ["watchlist"],
  },
};

/** The paths of the views that an announcement may change; undefined where any may. */
export const viewsChangedBy = ({ topic }: Announcement): readonly string[] | undefined =>
  FEW[topic]?.views;

/** The tables whose rows an announcement may tell of; undefined where any may. */
export const tablesChangedBy = ({ topic }: Announcement): readonly (keyof Tables)[] | undefined =>
  FEW[topic]?.tables;
