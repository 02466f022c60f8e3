import type { CanceledOrderView } from "@sevenfold/contract/orders";
import type { Tone } from "../ui/badge.tsx";

type State = CanceledOrderView["state"];

const WORDS: Readonly<Record<State, readonly [words: string, tone: Tone]>> = {
  canceling: ["Canceling", "amber"],
  unknown: ["Outcome unknown", "amber"],
  canceled: ["Canceled", "plain"],
  filled: ["Filled before", "gain"],
  "never-sent": ["Never sent", "plain"],
  refused: ["Not at the broker", "plain"],
};

export const wordOfCanceled = (state: State): string => WORDS[state][0];
export const toneOfCanceled = (state: State): Tone => WORDS[state][1];

/** Nothing can come of it any more. */
export const isEnded = ({ state }: CanceledOrderView): boolean =>
  state !== "canceling" && state !== "unknown";

/** What became of them in a line: "2 canceled, 1 filled before. 1 not known: look at Orders." */
export function canceledWords(orders: readonly CanceledOrderView[]): string {
  if (orders.length === 0) return "No order was open.";
  const count = (wanted: State) => orders.filter(({ state }) => state === wanted).length;
  const parts = (Object.keys(WORDS) as State[]).flatMap((state) =>
    count(state) === 0 ? [] : `${count(state)} ${WORDS[state][0].toLowerCase()}`,
  );
  const left = orders.filter((order) => !isEnded(order)).length;
  return `${parts.join(", ")}.${left === 0 ? "" : " Look at Orders for what is still open."}`;
}

export const ordersText = (count: number): string => `${count} ${count === 1 ? "order" : "orders"}`;

export const allOrdersText = (count: number): string =>
  count === 1 ? "the one open order" : `all ${ordersText(count)}`;
