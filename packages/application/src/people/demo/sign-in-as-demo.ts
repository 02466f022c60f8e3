import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { invariant } from "@sevenfold/domain/invariant";
import { type Instant, instant } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import { AUTOMATION_DEFAULTS } from "@sevenfold/domain/strategy";
import type { Account } from "../../ports/stores/account.ts";
import type { Tables } from "../../ports/stores/storage.ts";
import type { User } from "../../ports/stores/user-store.ts";
import type { Ports } from "../../ports.ts";
import { endingOf, sealedKeys } from "../../trading/account/account-keys.ts";
import { storedSessionOf } from "../../trading/account/stored-session.ts";
import type { TradingNeeds } from "../../trading/account/trading-needs.ts";
import { addUserRows, trialEndOf } from "../user-rows.ts";
import {
  DEMO_LIMITS,
  DEMO_SETTINGS_VERSION,
  DEMO_STRATEGY,
  type DemoBooks,
  demoBooks,
} from "./demo-account.ts";
import type { DemoHistories } from "./demo-histories.ts";
import type { DemoHistory } from "./demo-history.ts";

type Needs = Pick<
  Ports,
  "announcer" | "clock" | "identifiers" | "paperVenue" | "storage" | "vault"
> &
  Pick<TradingNeeds, "calendarOf"> & {
    readonly brokers: Pick<Ports["brokers"], "venues">;
    readonly demoHistories: DemoHistories;
  };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type DemoRefusal = { readonly kind: "too-many-demo-accounts"; readonly max: number };

/** Gives a visitor an account of their own on the built-in exchange, with thirty days behind it. */
export const signInAsDemo =
  (needs: Needs, { accountsMax }: { readonly accountsMax: number }) =>
  async (from: { readonly address?: string } = {}): Promise<Result<User, DemoRefusal>> => {
    const { announcer, brokers, calendarOf, clock, demoHistories, identifiers } = needs;
    const { paperVenue, storage, vault } = needs;
    if (accountsMax <= (await storage.read.users.countDemo()))
      return refused({ kind: "too-many-demo-accounts", max: accountsMax });

    const history = await demoHistories.latest();
    const at = clock.now();
    const user = newDemoUser(identifiers.uuid(), at);
    const accountId = identifiers.uuid();
    const books = demoBooks(history, accountId, identifiers.clientKeyOf);
    const issued = await paperVenue.openAccount({
      cash: history.cash,
      openedAt: history.openedAt,
      history: books.executions,
      // An hour later than here, so that the worker has let go of it by then.
      closesAt: instant(at + DAY_MS + HOUR_MS),
    });
    const { keyId: apiKey, secretKey } = issued;
    const owner = { id: accountId, userId: user.id };
    const credentials = await sealedKeys(vault, owner, { apiKey, secretKey });

    await storage.transact(async (tables) => {
      const portfolioId = identifiers.uuid();
      // As long as its history, so that the trails of it count.
      await addUserRows(tables, user, portfolioId, history.openedAt);
      const provider = brokers.venues.all.find(({ builtIn }) => builtIn === "secret-key")?.id;
      invariant(provider !== undefined, "a venue is registered whose keys travel");
      const names = { ...owner, portfolioId, provider, apiKeyEnding: endingOf(apiKey), at };
      const account = demoAccount(names, history, books);
      await tables.accounts.add(account, credentials);
      await tables.equity.add(
        accountId,
        history.equity.filter((point) => point.at <= at),
      );
      await storeBaseline(tables, account, calendarOf(account), at);
      await tables.settings.add({
        accountId,
        strategy: DEMO_STRATEGY,
        limits: DEMO_LIMITS,
        ...AUTOMATION_DEFAULTS,
        version: DEMO_SETTINGS_VERSION,
        updatedAt: at,
      });
      await tables.fills.addHistory(books.fills);
      await tables.decisions.add(books.decisions);
      for (const position of books.positions) await tables.positions.put(position);
      await tables.trails.save({ accountId, savedAt: history.endsAt, trails: history.trails });
      await tables.audit.add({ at, userId: user.id, action: "demo", ...from });
    });
    announcer.announce({ accountId, userId: user.id, topic: "accounts-changed" });
    return ok(user);
  };

/** What the day began with by the history's points, kept so that no later point is taken for it. */
async function storeBaseline(
  tables: Tables,
  account: Account,
  calendar: TradingCalendar,
  at: Instant,
): Promise<void> {
  const { baseline, day } = await storedSessionOf(tables, account, calendar, at);
  if (baseline === undefined || day === undefined) return;
  await tables.accounts.change(account.id, (row) => ({ ...row, baseline, baselineDay: day }));
}

function newDemoUser(id: string, at: Instant): User {
  return {
    id,
    username: `demo-${id}`,
    email: `demo-${id}@demo.invalid`,
    // No text hashes to this: nobody signs in to a demo account with a password.
    passwordHash: "!",
    isDemo: true,
    subscriptionStatus: "trial",
    trialEndsAt: trialEndOf(at),
    createdAt: at,
    expiresAt: instant(at + DAY_MS),
  };
}

function demoAccount(
  names: Pick<Account, "apiKeyEnding" | "id" | "portfolioId" | "provider" | "userId"> & {
    readonly at: Instant;
  },
  history: DemoHistory,
  books: DemoBooks,
): Account {
  const { at, ...ids } = names;
  return {
    ...ids,
    venue: "built-in",
    label: "Demo account",
    status: "active",
    lastValidatedAt: at,
    isSelected: true,
    createdAt: at,
    cash: books.cash,
    startEquity: history.cash,
    executionsReadTo: at,
    // The history is booked: what the venue tells of it is no news.
    booksFrom: at,
  };
}
