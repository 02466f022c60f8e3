import type { Account } from "@sevenfold/application/ports/stores/account";
import type { Readers } from "@sevenfold/application/ports/stores/readers";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import { meantAccount } from "@sevenfold/application/trading/account/selected-account";
import { ACCOUNT_HEADER } from "@sevenfold/contract/account-in-use";
import type { Call } from "@sevenfold/contract/calls";

import type { HttpContext } from "./http-needs.ts";
import { RequestRefused } from "./refusals.ts";

type Accounts = Pick<Readers, "accounts">;

/** The account a call is meant for, as it says; undefined: whichever is in use. */
export const accountMeantBy = (ctx: Pick<HttpContext, "get">): string | undefined =>
  ctx.get(ACCOUNT_HEADER) || undefined;

export const meantBy = ({ id: userId }: Pick<User, "id">, ctx: Pick<HttpContext, "get">) => ({
  userId,
  accountId: accountMeantBy(ctx),
});

/** What is looked up of the account in use, while a call that is about it is answered. */
export interface AccountWatch {
  /** Its id, as the views read it. */
  id(userId: string): Promise<Account["id"] | undefined>;
  /** Refuses a call that says which account it means, where another one is in use. */
  require(user: Pick<User, "id">, ctx: HttpContext): Promise<void>;
}

/** Undefined for what is about nobody's account. */
export const accountWatch = (
  { belongsTo }: Pick<Call, "belongsTo">,
  read: Accounts,
): AccountWatch | undefined =>
  belongsTo === "account"
    ? {
        id: async (userId) => (await read.accounts.selectedOf(userId))?.id,
        async require(user, ctx) {
          const meant = await meantAccount(read, meantBy(user, ctx));
          if (meant.ok || meant.refusal.kind !== "another-account") return;
          const inUse = await this.id(user.id);
          if (inUse !== undefined) ctx.set(ACCOUNT_HEADER, inUse);
          throw new RequestRefused(meant.refusal);
        },
      }
    : undefined;

const ATTEMPTS = 3;

/** What is answered, and which account it is of. */
export type OfAccount<Answer> = readonly [answer: Answer, accountId: string | undefined];

/**
 * Makes an answer that is of one account from its beginning to its end, and says of which. Where
 * another is put in use meanwhile, it is made anew; `make` only looks.
 */
export async function ofOneAccount<Answer>(
  watch: AccountWatch,
  userId: string,
  make: () => Promise<Answer>,
): Promise<OfAccount<Answer>> {
  let before = await watch.id(userId);
  for (let attempt = 1; ; attempt += 1) {
    const answer = await make();
    const after = await watch.id(userId);
    if (before === after || attempt === ATTEMPTS) return [answer, after];
    before = after;
  }
}

/**
 * Makes an answer that changes something, once, and says which account it is of: the one that was
 * changed, where the call has told, else the one in use afterwards.
 */
export async function ofAccountAfterwards<Answer>(
  watch: AccountWatch,
  { userId, toldBy }: { readonly userId: string; readonly toldBy: Pick<HttpContext, "state"> },
  make: () => Promise<Answer>,
): Promise<OfAccount<Answer>> {
  const answer = await make();
  return [answer, toldBy.state.accountId ?? (await watch.id(userId))];
}

/** Tells of which account the answer is, which else is looked up. */
export function answersFor(ctx: Pick<HttpContext, "state">, accountId: string): void {
  ctx.state.accountId = accountId;
}
