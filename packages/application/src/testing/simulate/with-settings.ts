import type { HoldingsReader, OrderFacts } from "../../ports/stores/holdings-store.ts";
import type { Readers } from "../../ports/stores/readers.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import type { WorkerPorts } from "../world/mortal-ports.ts";

/** What a process reads of settings is not what is stored. */
export const withSettings = (
  { storage, ...ports }: WorkerPorts,
  change: (settings: Settings) => Settings,
): WorkerPorts => {
  const changed = <Of extends Readers>(tables: Of): Of => ({
    ...tables,
    holdings: withFacts(tables.holdings, ({ settings, ...facts }) => ({
      ...facts,
      ...(settings && { settings: change(settings) }),
    })),
    settings: {
      ...tables.settings,
      async of(accountId) {
        const settings = await tables.settings.of(accountId);
        return settings && change(settings);
      },
    },
  });
  return {
    ...ports,
    storage: {
      read: changed(storage.read),
      transact: (work) => storage.transact((tables) => work(changed(tables))),
    },
  };
};

/** What orders are checked by is not what is stored. */
export const withFacts = (
  holdings: HoldingsReader,
  change: (facts: OrderFacts) => OrderFacts,
): HoldingsReader => ({
  ...holdings,
  async factsOf(asked) {
    const found = await holdings.factsOf(asked);
    return new Map([...found].map(([accountId, facts]) => [accountId, change(facts)]));
  },
});
