import { openNatsAnnouncer } from "@sevenfold/adapters-nats/nats-announcer";
import { natsCallCount } from "@sevenfold/adapters-nats/nats-call-count";
import { type NatsLink, openNatsLink } from "@sevenfold/adapters-nats/nats-link";
import { natsPriceFan } from "@sevenfold/adapters-nats/nats-price-fan";
import type { Ports } from "@sevenfold/application/ports";
import type { Announcer, LocalAnnouncer } from "@sevenfold/application/ports/announcer";
import type { CallCount } from "@sevenfold/application/ports/call-count";
import type { MarketData } from "@sevenfold/application/ports/market-data";
import { sharedMarketData } from "@sevenfold/application/trading/prices/shared-market-data";
import type { Closing } from "./closing.ts";
import type { Configuration } from "./configuration.ts";

/** What the processes of an installation tell each other by NATS. */
export interface OpenNats {
  readonly link: NatsLink;
  /** The announcer that takes the place of the one on the database. */
  announcer(local: LocalAnnouncer, fallback: Announcer): Announcer;
  /** The provider as the processes read it together. */
  shared(own: MarketData, storage: Ports["storage"]): MarketData;
  /** What the processes call for the same accounts. */
  readonly calls: CallCount;
  /** What people should know of it now. */
  notice(): string | undefined;
}

const AWAY =
  "NATS is away: this process reads its prices by itself, and changes made elsewhere may show five seconds later.";

type Needs = Pick<Ports, "clock" | "identifiers" | "log">;

/** Undefined where it is not set, or where this process has its database for itself. */
export function openNats(
  { databaseUrl, nats }: Configuration,
  { clock, identifiers, log }: Needs,
  closing: Closing,
): OpenNats | undefined {
  if (!nats || databaseUrl === undefined) return undefined;
  const { prefix, ...where } = nats;
  const processId = identifiers.uuid();
  const link = openNatsLink({ ...where, log, name: `sevenfold ${processId}` });
  closing.add(() => link.close());
  const calls = natsCallCount({ link, prefix });
  closing.add(async () => calls.close());
  const fan = natsPriceFan({ link, log, prefix });
  return {
    calls,
    link,
    announcer(local, fallback) {
      const announcer = openNatsAnnouncer({ fallback, link, local, log, prefix });
      closing.add(async () => announcer.close());
      return announcer;
    },
    shared: (own, storage) => sharedMarketData(own, { clock, fan, log, processId, storage }),
    notice: () => (link.current() ? undefined : AWAY),
  };
}
