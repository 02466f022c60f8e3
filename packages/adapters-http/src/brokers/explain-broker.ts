import { NO_KEYS } from "@sevenfold/contract/brokers";
import { dollarsText } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";

import { type HttpRefusal, listed, type WordsFor } from "../refusals.ts";

const CONNECTION_FAILED = "Connection Failed";

const orderText = ({ quantity, side, ticker }: Order): string => `${side} ${quantity} ${ticker}`;

/** With the broker's own answer, where it gave one. */
function keysRefusedText(facts: Extract<HttpRefusal, { kind: "broker-keys-refused" }>): string {
  const said = facts.message ? ` It says: ${facts.message.replace(/\.$/, "")}.` : "";
  return `${facts.brokerName} does not accept these keys.${said} ${facts.check}`;
}

type Kinds =
  | "demo-account"
  | "keys-unsendable"
  | "unknown-provider"
  | "broker-keys-refused"
  | "broker-account-suspended"
  | "no-authorisation-needed"
  | "authorisation-over"
  | "code-refused"
  | "keys-incomplete"
  | "keys-of-another-account"
  | "account-too-large"
  | "too-many-brokers"
  | "broker-already-connected"
  | "broker-not-found"
  | "broker-needs-authorisation"
  | "open-orders";

/** What is said of accounts at brokers, their keys and their authorisation. */
export const BROKER_WORDS: WordsFor<Kinds> = {
  "demo-account": () => [
    "Not in the demo",
    "The demo keeps its one account as it is. Sign up for an account of your own.",
  ],
  "keys-unsendable": () => [
    CONNECTION_FAILED,
    "These keys cannot be sent: they hold a character that no key has. Copy them anew from the broker's page.",
  ],
  "unknown-provider": () => ["The request is not valid", "Please select a broker provider"],
  "broker-keys-refused": (facts) => [CONNECTION_FAILED, keysRefusedText(facts)],
  "broker-account-suspended": (facts) => [
    CONNECTION_FAILED,
    `${facts.brokerName} keeps this account from trading: ${facts.message === undefined ? "it is suspended, restricted or closed there." : `it says “${facts.message}”`} Ask the broker why.`,
  ],
  "no-authorisation-needed": ({ brokerName }) => [
    "Nothing to authorise",
    `${brokerName} lets Sevenfold in by its keys alone.`,
  ],
  "authorisation-over": () => [
    "Begin again",
    "The code came too late, or was begun in another browser: it is good for five minutes, once. Authorise again.",
  ],
  "code-refused": () => [
    "The code was not accepted",
    "The broker does not take this code: it may be mistyped, too old, or used already. Authorise again and enter the code it shows then.",
  ],
  "keys-incomplete": () => ["The request is not valid", NO_KEYS],
  "keys-of-another-account": () => [
    CONNECTION_FAILED,
    "These keys lead to another account. Connect it as a new broker: this one keeps its history.",
  ],
  "account-too-large": ({ equity, max }) => [
    CONNECTION_FAILED,
    `The account is worth ${dollarsText(equity)}; Sevenfold carries ${dollarsText(max)} at most.`,
  ],
  "too-many-brokers": ({ max }) => [
    CONNECTION_FAILED,
    `${max} broker accounts are connected, which is the most there can be. Remove one first.`,
  ],
  "broker-already-connected": ({ label }) => [
    CONNECTION_FAILED,
    label === undefined
      ? "This account is connected by another user of Sevenfold."
      : `This account is connected already, as “${label}”.`,
  ],
  "broker-not-found": () => ["No such broker account", "There is no such broker account."],
  "broker-needs-authorisation": () => [
    "Authorisation needed",
    "The broker wants you to allow Sevenfold in. Authorise it to go on.",
  ],
  "open-orders": ({ orders }) => [
    "Orders are open",
    `Cancel them first, or wait for their end: ${listed(orders.map(orderText))}.`,
  ],
};
