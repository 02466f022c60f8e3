import type { SellAllView } from "@sevenfold/contract/orders";
import { CanceledList } from "../orders/canceled-list.tsx";
import { isEnded, ordersText } from "../orders/canceled-words.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { sharesText } from "../ui/figures.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";

type Item = SellAllView["items"][number];

/** One line per holding: where its sale stands. */
export function EmergencyResult({ batch }: { readonly batch: SellAllView | undefined }) {
  if (batch === undefined) return <SkeletonRows rows={4} what="the sale" />;
  return (
    <>
      <p role="status" className="px-5 py-3 text-muted">
        {batch.isDone ? doneWords(batch) : underWayWords(batch)}
      </p>
      {0 < batch.orders.length && <CanceledList orders={batch.orders} />}
      <ul className="divide-y divide-line border-t border-line">
        {batch.items.map((item) => (
          <li key={item.ticker} className="px-5 py-2.5">
            <p className="flex items-center justify-between gap-3">
              <span className="font-semibold">{item.ticker}</span>
              <span className="figure ml-auto text-13 text-muted">
                {sharesText(item.sold)} of {sharesText(item.shares)}
              </span>
              <Badge tone={TONES[item.state]}>{WORDS_OF_STATE[item.state]}</Badge>
            </p>
            {item.message !== null && <p className="text-13 text-muted">{item.message}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is sold, what still rests and what nobody knows: no more than that. */
export function doneWords({ items, orders }: SellAllView): string {
  const left = items.filter(({ state }) => state !== "sold").length;
  const unknown = orders.filter(({ state }) => state === "unknown").length;
  const resting = orders.filter(({ state }) => state === "canceling").length;
  if (left + unknown + resting === 0)
    return orders.length === 0
      ? "Everything is sold."
      : "Everything is sold, and no order is open.";
  return [
    left === 0
      ? "Every position is sold."
      : `${left} ${left === 1 ? "position was" : "positions were"} not sold whole.`,
    ...(resting === 0
      ? []
      : [`${ordersText(resting)} may still rest: the broker has confirmed no cancel.`]),
    ...(unknown === 0 ? [] : [`Of ${ordersText(unknown)} nobody knows whether the broker has it.`]),
    ...(resting + unknown === 0 ? [] : ["Look at Orders, and at the broker."]),
  ].join(" ");
}

export function underWayWords({ items, orders }: SellAllView): string {
  const open = orders.filter((order) => !isEnded(order)).length;
  const left = items.filter(({ state }) => state !== "sold").length;
  return 0 < open
    ? `Canceling ${ordersText(open)} first; ${left} of ${items.length} positions to be sold.`
    : `${left} of ${items.length} still at work.`;
}

const TONES: Readonly<Record<Item["state"], Tone>> = {
  pending: "plain",
  canceling: "plain",
  submitted: "accent",
  sold: "gain",
  "partly-sold": "amber",
  failed: "loss",
};

/** What became of each holding, in words. */
const WORDS_OF_STATE: Readonly<Record<Item["state"], string>> = {
  pending: "Waiting",
  canceling: "Canceling its open orders",
  submitted: "Order sent",
  sold: "Sold",
  "partly-sold": "Partly sold",
  failed: "Not sold",
};
