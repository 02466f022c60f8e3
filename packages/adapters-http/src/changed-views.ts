import type { Announcement } from "@sevenfold/application/ports/announcer";
import { listBrokers } from "@sevenfold/contract/brokers";
import { listGlances } from "@sevenfold/contract/market";
import { readRisk, readTradingConfig } from "@sevenfold/contract/settings";
import { readWatchlist } from "@sevenfold/contract/watchlist";
import { readWorkerStatus } from "@sevenfold/contract/worker";

type Topic = Announcement["topic"];

/** Topics that change a few views only. Under any other, every view of the user may have changed. */
const FEW: Partial<Record<Topic, readonly string[]>> = {
  settings: [readWorkerStatus.path, readTradingConfig.path, readRisk.path, listBrokers.path],
  watchlist: [readWorkerStatus.path, readWatchlist.path, listGlances.path],
};

/** The paths of the views that an announcement may change; undefined where any may. */
export const viewsChangedBy = ({ topic }: Announcement): readonly string[] | undefined =>
  FEW[topic];
