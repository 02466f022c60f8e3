import { networkOf } from "@sevenfold/adapters-http/network-of";
import { contentOf } from "@sevenfold/adapters-http/sign-in/sign-in-life";
import { listUsers, type UserSummary } from "@sevenfold/application/people/list-users";
import { type Instant, instant } from "@sevenfold/domain/market";
import { Command } from "commander";
import { textTable } from "../report/text-table.ts";
import type { UserListDocument } from "../schema/user-schemas.ts";
import { randomIdentifiers } from "../system/random-identifiers.ts";
import { systemClock } from "../system/system-clock.ts";
import { visibleText } from "../system/visible-text.ts";
import type { Terminal } from "../terminal.ts";
import { openKeptStorage, readConfiguration } from "./command-storage.ts";
import { jsonFlag } from "./data-flags.ts";
import { wholeNumber } from "./whole-number.ts";

interface Flags {
  readonly after?: string;
  readonly json: boolean;
  readonly limit: number;
}

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 500;

/** `sevenfold user list` */
export const userListCommand = (terminal: Terminal): Command =>
  new Command("list")
    .description(
      "Shows who has an account here, in the order of usernames: e-mail address, plan, broker " +
        "accounts, when they were last seen, the second factor, and until when a try to sign in waits. " +
        "Visitors of the demo are left out. The embedded database belongs to the running Sevenfold: " +
        "stop that first.",
    )
    .option(
      "--limit <count>",
      `so many at most, 1 to ${LIMIT_MAX}`,
      wholeNumber(1, LIMIT_MAX),
      LIMIT_DEFAULT,
    )
    .option("--after <username>", "those that come after this one")
    .addOption(jsonFlag())
    .action((flags: Flags) => list(terminal, flags));

async function list({ stdout }: Terminal, { after, json, limit }: Flags): Promise<void> {
  const opened = await openKeptStorage(readConfiguration());
  try {
    const needs = {
      clock: systemClock,
      identifiers: randomIdentifiers,
      networkOf,
      storage: opened.storage,
      lastUseOf: (signIn: Parameters<typeof contentOf>[0]) => {
        const at = contentOf(signIn)?.lastSeenAt;
        return at === undefined ? undefined : instant(at);
      },
    };
    const found = await listUsers(needs)({ limit, ...(after !== undefined && { after }) });
    const next = found.length < limit ? null : (found.at(-1)?.user.username ?? null);
    stdout.write(json ? `${JSON.stringify(documentOf(found, next))}\n` : textOf(found, next));
  } finally {
    await opened.close();
  }
}

const documentOf = (found: readonly UserSummary[], next: string | null): UserListDocument => ({
  schemaVersion: 1,
  users: found.map(({ accounts, hasSecondFactor, lastSeenAt, subscription, user, waits }) => ({
    id: user.id,
    username: user.username,
    email: user.email,
    createdAt: timeOf(user.createdAt),
    plan: user.plan ?? null,
    subscriptionStatus: subscription.status,
    accounts,
    lastSeenAt: lastSeenAt === undefined ? null : timeOf(lastSeenAt),
    hasSecondFactor,
    isLeaving: user.expiresAt !== undefined,
    waits: waits.map(({ network, until }) => ({
      network: network ?? null,
      until: timeOf(until),
    })),
  })),
  next,
});

const HEAD = ["Username", "E-mail", "Plan", "Accounts", "Last seen", "Two-factor", "Waits until"];

function textOf(found: readonly UserSummary[], next: string | null): string {
  const rows = found.map(({ accounts, hasSecondFactor, lastSeenAt, subscription, user, waits }) => [
    visibleText(user.username),
    visibleText(user.email),
    user.expiresAt === undefined ? planOf(user.plan, subscription.status) : "is being deleted",
    String(accounts),
    lastSeenAt === undefined ? "–" : minuteOf(lastSeenAt),
    hasSecondFactor ? "yes" : "no",
    waits.length === 0 ? "–" : minuteOf(instant(Math.max(...waits.map(({ until }) => until)))),
  ]);
  const table = textTable(HEAD, rows, ["left", "left", "left", "right", "left", "left", "left"]);
  const more = next === null ? "" : `There may be more: --after ${JSON.stringify(next)}\n`;
  return `${table}\n${more}`;
}

const planOf = (plan: string | undefined, status: string): string =>
  (plan === undefined ? status : `${plan}, ${status}`).replaceAll("_", " ");

const timeOf = (at: Instant): string => new Date(at).toISOString();

/** 2026-11-20 17:00Z; a wait is rounded down, by less than a minute. */
const minuteOf = (at: Instant): string => `${timeOf(at).slice(0, 16).replace("T", " ")}Z`;
