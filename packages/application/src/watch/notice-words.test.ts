import { type Instant, instant } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";

import type { AccountAtStake } from "../ports/sight.ts";
import { noticeOf } from "./notice-words.ts";
import type { Trouble } from "./trouble.ts";

const AT = instant(Date.UTC(2026, 2, 11, 15));
const ago = (seconds: number): Instant => instant(AT - seconds * 1_000);
const account = (label: string, positions: number, positionsOnSale = 0): AccountAtStake => ({
  ...{ id: label, label, isAutomated: true, positions, positionsOnSale },
});

const saidOf = (trouble: Trouble, accounts: readonly AccountAtStake[] = [], asOf = AT) =>
  noticeOf(
    { event: "begun", trouble, since: ago(40) },
    { at: AT, source: "the database", atStake: { accounts, unnamed: 0, asOf } },
  ).sentences;

describe("a notice", () => {
  it("says since when a worker is silent, what that means, and what protects each account", () => {
    const accounts = [
      account("Swing", 3, 1),
      account("Cash", 0),
      account("One", 1, 1),
      account("Two", 2, 2),
      { ...account("By hand", 1), isAutomated: false },
    ];

    expect(saidOf({ kind: "worker-silent", lastPing: ago(45) }, accounts)).toEqual([
      "It last said that it lives at 2026-03-11 14:59:15 UTC.",
      "Until a worker lives, nobody follows prices: no entry is made and no exit of the agent.",
      "Swing: automation is on, it holds 3 positions; orders to sell stand at the broker for 1 of them, none for the others.",
      "Cash: automation is on, it holds nothing.",
      "One: automation is on, it holds 1 position; at the broker stands an order to sell it.",
      "Two: automation is on, it holds 2 positions; at the broker stands an order to sell each of them.",
      "By hand: automation is off, it holds 1 position; no order to sell stands at the broker.",
      "Since 2026-03-11 14:59:20 UTC.",
    ]);
  });

  it("says from when it knows what it cannot see any more", () => {
    const said = saidOf(
      { kind: "unseen", because: "the server does not answer" },
      [account("Swing", 1)],
      ago(120),
    );

    expect(said.slice(0, 3)).toEqual([
      "The server does not answer.",
      "Whether anything is traded cannot be said.",
      "As it was at 2026-03-11 14:58:00 UTC:",
    ]);
  });

  it("says that it cannot tell who is concerned where it cannot", () => {
    const { sentences } = noticeOf(
      { event: "begun", trouble: { kind: "not-ready", because: ["No room."] }, since: ago(10) },
      { at: AT, source: "the server", atStake: undefined },
    );

    expect(sentences).toContain("Which accounts are concerned cannot be seen from here.");
  });

  it("counts the accounts it does not name", () => {
    const said = (unnamed: number) =>
      noticeOf(
        { event: "begun", trouble: { kind: "prices-silent" }, since: ago(10) },
        { at: AT, source: "", atStake: { accounts: [account("Swing", 1)], unnamed, asOf: AT } },
      ).sentences;

    expect(said(0).join()).not.toContain("more");
    expect(said(1)).toContain("And 1 more account.");
    expect(said(7)).toContain("And 7 more accounts.");
  });

  it("says from when to when it lasted, once it is over", () => {
    const notice = noticeOf(
      { event: "ended", trouble: { kind: "worker-silent", lastPing: undefined }, since: ago(90) },
      { at: AT, source: "", atStake: { accounts: [account("Swing", 1)], unnamed: 3, asOf: AT } },
    );

    expect(notice.headline).toBe("Over: The trading worker is back");
    expect(notice.sentences).toEqual([
      "It lasted from 2026-03-11 14:58:30 UTC to 2026-03-11 15:00:00 UTC.",
    ]);
    expect(notice).toMatchObject({ accounts: [], accountsUnnamed: 0 });
  });
});
