import type { Account, StatusReason } from "@sevenfold/application/ports/stores/account";
import {
  type LiveObstacle,
  liveSentenceOf,
} from "@sevenfold/application/trading/safeguards/live-trading";
import { sentenceOf } from "@sevenfold/application/trading/safeguards/refusal";
import type { AccountState, AccountTrouble } from "@sevenfold/application/views/account-state";
import type { AccountStateName, AccountStateView } from "@sevenfold/contract/states";

interface Said {
  readonly account: Account;
  readonly state: Pick<AccountState, "brokerName">;
  readonly obstacle?: LiveObstacle | undefined;
}

/** The one place that has words for what an account is. */
export function presentAccountState(
  state: AccountState,
  facts: Omit<Said, "state">,
): AccountStateView {
  const { troubles } = state;
  const said = { state, ...facts };
  const reasons = troubles.map((trouble) => ({
    state: trouble.kind,
    label: labelOf(trouble),
    message: messageOf(trouble, said),
  }));
  return { ...(reasons[0] ?? ACTIVE), reasons };
}

const ACTIVE = { state: "active", label: "Active", message: null } as const;

const LABELS: Readonly<Record<AccountStateName, string>> = {
  paused: "Paused",
  error: "Error",
  "needs-authorisation": "Needs authorisation",
  pending: "Pending",
  "worker-offline": "Offline",
  "broker-disconnected": "Broker disconnected",
  halted: "Halted",
  "limit-orders-only": "Limit orders only",
  reduced: "Reduced",
  "worth-unknown": "Worth unknown",
  "plan-over": "Plan ended",
  "daily-loss": "Risk limit",
  active: ACTIVE.label,
};

const labelOf = (trouble: AccountTrouble): string =>
  trouble.kind === "plan-over" && trouble.isTrial ? "Trial ended" : LABELS[trouble.kind];

function messageOf(trouble: AccountTrouble, said: Said): string {
  switch (trouble.kind) {
    case "paused":
    case "error":
    case "needs-authorisation":
    case "pending":
      return statusMessageOf(said);
    case "worker-offline":
      return "The trading worker is offline: nothing is traded automatically and no stop is watched. Orders by hand go on. Check the worker process.";
    case "broker-disconnected":
      return `The trading worker has no steady connection to ${said.state.brokerName} at the moment: nothing is sure to be traded automatically until it has. Sevenfold keeps trying and goes on by itself.`;
    case "halted":
    case "limit-orders-only":
    case "reduced":
      return sentenceOf(trouble.refusal);
    case "worth-unknown":
      return `${said.state.brokerName} does not say what something you hold there is worth, so nobody knows what the account is worth: nothing is bought automatically. Exits go on. The portfolio page lists what it is.`;
    case "plan-over":
      return `Automated trading is on, but buys nothing: ${
        trouble.isTrial ? "the trial has ended" : "there is no active subscription"
      }. What it holds is still sold by the rules. Subscribe to go on.`;
    case "daily-loss":
      return "The daily loss limit was reached: nothing is bought automatically until the next session. Exits go on.";
  }
}

/** Why an account is not active, and what to do about it. */
const MESSAGES: Readonly<Record<StatusReason, (said: Said) => string>> = {
  "broker-unavailable": ({ state }) =>
    `${state.brokerName} does not answer. Sevenfold keeps trying and goes on by itself once it does.`,
  "needs-authorisation": ({ account, state }) =>
    account.lastValidatedAt === undefined
      ? `${state.brokerName} wants you to allow Sevenfold in. Authorise it to go on.`
      : `${state.brokerName} ended its sign-in: it asks for a new one each New York day. Nothing is bought or sold until you authorise it again; orders that were open there stay open.`,
  "keys-refused": ({ state }) =>
    `${state.brokerName} does not accept the keys. Enter new ones, or wait: they are tried again now and then.`,
  "keys-unreadable": () =>
    "The stored keys cannot be opened. Enter them again, or restore the credentials key they were sealed under.",
  "account-not-chosen": ({ account, state }) =>
    account.lastValidatedAt !== undefined
      ? `${state.brokerName} shows no account of this number any more. It is asked again now and then; if the account has another number by now, edit this one and enter it.`
      : `${state.brokerName} shows several accounts, or none of the number you gave. Edit this one and enter the number of the account to trade.`,
  "account-suspended": ({ state }) =>
    `${state.brokerName} keeps this account from trading: it is suspended, restricted or closed there. Ask the broker why.`,
  "account-too-large": () => "The account is larger than Sevenfold carries: $50 million at most.",
  "live-not-allowed": ({ obstacle }) =>
    obstacle
      ? liveSentenceOf(obstacle)
      : "Trading real money was not allowed here. Resume it to try again.",
  "venue-reset": ({ state }) =>
    `${state.brokerName} shows another account than before: it was reset or replaced there. Nothing was booked. ` +
    "Resume it to start again from what the broker shows; its history is kept.",
  "connected-twice": () =>
    "The keys lead to an account that is connected already. Remove one of the two.",
  paused: () => "No order is sent until you resume it, in the settings, under Brokers.",
};

export function statusMessageOf(said: Said): string {
  const { statusReason } = said.account;
  return statusReason ? MESSAGES[statusReason](said) : "It is not connected. Resume it to connect.";
}
