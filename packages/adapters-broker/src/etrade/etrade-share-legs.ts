import type { RenameActivity } from "@sevenfold/application/ports/activity";
import { shares } from "@sevenfold/domain/money";
import { dayBoundsOf, tradingDayOf } from "@sevenfold/domain/new-york-time";
import { isOfShares } from "./etrade-activity-mapping.ts";
import { instantFrom, tickerFrom } from "./etrade-mapping.ts";
import type { TransactionWire } from "./etrade-wire.ts";

/** What they may call shares that became those of another symbol, without cash. */
const BECAME =
  /name change|symbol change|exchange|conver|merger|reorg|redemption|tender|corporate action/;

/** Rows of which two make one event, and the events of those that have their other half. */
export interface ShareLegs {
  readonly ids: ReadonlySet<string>;
  readonly events: readonly RenameActivity[];
}

interface Leg {
  readonly row: TransactionWire;
  readonly day: string;
  readonly moved: number;
}

/**
 * A change of name, or a merger for shares, is told in a row for the shares that went and one for those
 * that came. Of several on one day the two of one count belong together, and then the two that are left.
 * An event of which a row is missing is not told yet: the holdings show meanwhile that something is.
 */
export function shareLegs(rows: readonly TransactionWire[]): ShareLegs {
  const legs = rows.flatMap(legOf);
  const left = new Set(legs);
  const events: RenameActivity[] = [];
  const pair = (isOf: (gone: Leg, came: Leg) => boolean) => {
    for (const gone of legs.filter(({ moved }) => moved < 0)) {
      if (!left.has(gone)) continue;
      const fitting = [...left].filter(
        (came) => 0 < came.moved && came.day === gone.day && isOf(gone, came),
      );
      const rivals = [...left].filter((other) => other.moved < 0 && other.day === gone.day);
      const [came] = fitting;
      if (came === undefined || 1 < fitting.length) continue;
      if (1 < rivals.filter((other) => isOf(other, came)).length) continue;
      left.delete(gone);
      left.delete(came);
      const event = eventOf(gone, came);
      if (event) events.push(event);
    }
  };
  pair((gone, came) => gone.moved + came.moved === 0 && kindOf(gone) === kindOf(came));
  pair((gone, came) => kindOf(gone) === kindOf(came));
  return { ids: new Set(legs.map(({ row }) => row.transactionId)), events };
}

const kindOf = ({ row }: Leg): string => row.transactionType.toLowerCase();

function legOf(row: TransactionWire): readonly Leg[] {
  const at = instantFrom(row.transactionDate);
  const moved = row.brokerage?.quantity ?? 0;
  if (at === undefined || moved === 0 || row.amount !== 0) return [];
  return BECAME.test(row.transactionType.toLowerCase()) && isOfShares(row)
    ? [{ row, day: tradingDayOf(at), moved }]
    : [];
}

/** Undefined where it is the same shares under another number of theirs. */
function eventOf(gone: Leg, came: Leg): RenameActivity | undefined {
  const at = instantFrom(gone.row.transactionDate);
  const [ticker, becomes] = [gone, came].map(({ row }) =>
    tickerFrom(row.brokerage?.product?.symbol ?? ""),
  );
  if (at === undefined || !ticker || !becomes || ticker === becomes) return undefined;
  return {
    kind: "name-change",
    id: gone.row.transactionId,
    at: dayBoundsOf(at).starts,
    words: gone.row.transactionType,
    ticker,
    becomes,
    before: shares(Math.floor(-gone.moved)),
    after: shares(Math.floor(came.moved)),
  };
}
