import type { Instant } from "@sevenfold/domain/market";

import type { Notice } from "../ports/notifier.ts";
import type { AccountAtStake, AtStake } from "../ports/sight.ts";
import type { Turn } from "./incidents.ts";
import { keyOf, type Trouble } from "./trouble.ts";

/** What is known of the accounts, and from when: who sees nothing tells what was seen last. */
export interface KnownAtStake extends AtStake {
  readonly asOf: Instant;
}

/** The words in which a person is told of an incident. */
export function noticeOf(
  { event, since, trouble }: Turn,
  {
    at,
    atStake,
    source,
  }: {
    readonly at: Instant;
    readonly atStake: KnownAtStake | undefined;
    readonly source: string;
  },
): Notice {
  const concerned = "account" in trouble ? only(trouble.account, at) : atStake;
  const isOver = event === "ended";
  return {
    event,
    incident: incidentOf(keyOf(trouble), since),
    kind: trouble.kind,
    since,
    at,
    source,
    headline: `${PREFIX[event]}${isOver ? overOf(trouble) : headlineOf(trouble)}`,
    sentences: isOver
      ? [`It lasted from ${timeOf(since)} to ${timeOf(at)}.`]
      : [...sentencesOf(trouble), ...stakeSentences(concerned, at), `Since ${timeOf(since)}.`],
    accounts: isOver ? [] : (concerned?.accounts ?? []),
    accountsUnnamed: isOver ? 0 : (concerned?.unnamed ?? 0),
  };
}

/** The name under which every notice of an incident goes. */
export const incidentOf = (key: string, since: Instant): string =>
  `${key}@${new Date(since).toISOString()}`;

/** Sent on request, so that whoever waits for notices knows that they arrive. */
export const testNoticeOf = (source: string, at: Instant): Notice => ({
  event: "test",
  incident: `test@${new Date(at).toISOString()}`,
  kind: "test",
  since: at,
  at,
  source,
  headline: "A test: notices of the watch arrive here",
  sentences: ["Nothing is wrong; somebody tries whether notices arrive."],
  accounts: [],
  accountsUnnamed: 0,
});

const PREFIX = { begun: "", standing: "Still: ", ended: "Over: " } as const;

export function headlineOf(trouble: Trouble): string {
  switch (trouble.kind) {
    case "unseen":
      return "Sevenfold cannot be seen";
    case "not-ready":
      return "Sevenfold cannot do its work";
    case "worker-silent":
      return "The trading worker is silent";
    case "prices-silent":
      return "No prices come in";
    case "broker-disconnected":
      return `The broker of ${trouble.account.label} is not connected`;
    case "exits-stopped":
      return `The agent has stopped trading ${trouble.account.label}`;
  }
}

/** What is wrong, and why, for somebody who looks once. */
export const wordsOf = (trouble: Trouble): string =>
  `${headlineOf(trouble)}: ${sentencesOf(trouble).join(" ")}`;

function overOf(trouble: Trouble): string {
  switch (trouble.kind) {
    case "unseen":
      return "Sevenfold can be seen again";
    case "not-ready":
      return "Sevenfold can do its work again";
    case "worker-silent":
      return "The trading worker is back";
    case "prices-silent":
      return "Prices come in again";
    case "broker-disconnected":
      return `The broker of ${trouble.account.label} is connected again, or automation is off`;
    case "exits-stopped":
      return `Somebody has looked after ${trouble.account.label}`;
  }
}

function sentencesOf(trouble: Trouble): readonly string[] {
  switch (trouble.kind) {
    case "unseen":
      return [`${capital(trouble.because)}.`, "Whether anything is traded cannot be said."];
    case "not-ready":
      return trouble.because;
    case "worker-silent":
      return [
        trouble.lastPing === undefined
          ? "No worker has ever said that it lives."
          : `It last said that it lives at ${timeOf(trouble.lastPing)}.`,
        "Until a worker lives, nobody follows prices: no entry is made and no exit of the agent.",
      ];
    case "prices-silent":
      return ["The market is open, and nothing is decided on old prices."];
    case "broker-disconnected":
      return ["The market is open, and its automation can neither buy nor sell."];
    case "exits-stopped":
      return [
        ...trouble.because,
        "The agent neither buys nor sells there until somebody has looked and switched automation on again.",
      ];
  }
}

/** Which accounts, what they hold, and what would sell it without a worker. */
function stakeSentences(known: KnownAtStake | undefined, at: Instant): readonly string[] {
  if (!known) return ["Which accounts are concerned cannot be seen from here."];
  const { accounts, asOf, unnamed } = known;
  if (accounts.length === 0) return ["No account is automated or holds anything, demos apart."];
  return [
    ...(asOf < at ? [`As it was at ${timeOf(asOf)}:`] : []),
    ...accounts.map(accountSentence),
    ...(0 < unnamed ? [`And ${unnamed} more ${unnamed === 1 ? "account" : "accounts"}.`] : []),
  ];
}

function accountSentence({
  isAutomated,
  label,
  positions,
  positionsOnSale,
}: AccountAtStake): string {
  const held = positions === 0 ? "nothing" : counted(positions, "position");
  return `${label}: automation is ${isAutomated ? "on" : "off"}, it holds ${held}${protection(positions, positionsOnSale)}.`;
}

function protection(positions: number, onSale: number): string {
  if (positions === 0) return "";
  if (onSale === 0) return "; no order to sell stands at the broker";
  if (onSale < positions)
    return `; orders to sell stand at the broker for ${onSale} of them, none for the others`;
  return `; at the broker stands an order to sell ${positions === 1 ? "it" : "each of them"}`;
}

const only = (account: AccountAtStake, asOf: Instant): KnownAtStake => ({
  accounts: [account],
  unnamed: 0,
  asOf,
});

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
/** "2026-03-02 15:00:30 UTC" */
const timeOf = (at: Instant) => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
