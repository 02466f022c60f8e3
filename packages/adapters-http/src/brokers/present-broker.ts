import type { StatusReason } from "@sevenfold/application/ports/storage";
import { liveSentenceOf } from "@sevenfold/application/use-cases/live-trading";
import type { ListedBroker } from "@sevenfold/application/use-cases/read-brokers";
import { NO_REAL_PRICES, pricesOf } from "@sevenfold/application/use-cases/venue-prices";
import type { BrokerView } from "@sevenfold/contract/brokers";

import { dollarsOrNull, timestampOf, timestampOrNull } from "../wire.ts";
import { brokerName } from "./broker-name.ts";
import { presentReduction } from "./present-reduction.ts";

export const presentBroker = ({
  account,
  equity,
  obstacle,
  reductions,
}: ListedBroker): BrokerView => ({
  id: account.id,
  provider: account.provider,
  venue: account.venue,
  accountLabel: account.label,
  status: account.status,
  message: messageOf({ account, obstacle }),
  reductions: reductions.map(presentReduction),
  needsAuthorisation: account.statusReason === "needs-authorisation",
  authorisedUntil: timestampOrNull(account.authorisedUntil),
  apiKeyEnding: account.apiKeyEnding ?? "",
  isSelected: account.isSelected,
  equity: dollarsOrNull(equity),
  lastValidatedAt: timestampOrNull(account.lastValidatedAt),
  createdAt: timestampOf(account.createdAt),
});

type Said = Pick<ListedBroker, "account" | "obstacle">;

/** Why each of them is not active, and what to do about it. */
const MESSAGES: Readonly<Record<StatusReason, (said: Said) => string>> = {
  "broker-unavailable": ({ account }) =>
    `${brokerName(account)} does not answer. Sevenfold keeps trying and goes on by itself once it does.`,
  "needs-authorisation": ({ account }) =>
    account.lastValidatedAt === undefined
      ? `${brokerName(account)} wants you to allow Sevenfold in. Authorise it to go on.`
      : `${brokerName(account)} ended its sign-in: it asks for a new one each New York day. Nothing is bought or sold until you authorise it again; orders that were open there stay open.`,
  "keys-refused": ({ account }) =>
    `${brokerName(account)} does not accept the keys. Enter new ones, or wait: they are tried again now and then.`,
  "keys-unreadable": () =>
    "The stored keys cannot be opened. Enter them again, or restore the credentials key they were sealed under.",
  "account-not-chosen": ({ account }) =>
    `${brokerName(account)} shows several accounts, or none of the number you gave. Edit this one and enter the number of the account to trade.`,
  "account-suspended": ({ account }) =>
    `${brokerName(account)} keeps this account from trading: it is suspended, restricted or closed there. Ask the broker why.`,
  "account-too-large": () => "The account is larger than Sevenfold carries: $50 million at most.",
  "live-not-allowed": ({ obstacle }) =>
    obstacle
      ? liveSentenceOf(obstacle)
      : "Trading real money was not allowed here. Resume it to try again.",
  "venue-reset": ({ account }) =>
    `${brokerName(account)} shows another account than before: it was reset or replaced there. Nothing was booked. ` +
    "Resume it to start again from what the broker shows; its history is kept.",
  "connected-twice": () =>
    "The keys lead to an account that is connected already. Remove one of the two.",
  paused: () => "Paused. Resume it to connect again.",
};

function messageOf(said: Said): string | null {
  const { status, statusReason } = said.account;
  if (status === "active") return pricesOf(said.account) === "none" ? NO_REAL_PRICES : null;
  return statusReason ? MESSAGES[statusReason](said) : "It is not connected. Resume it to connect.";
}
