import { NO_MONEY } from "@sevenfold/domain/money";

import type { Account } from "../ports/stores/account.ts";
import type { User } from "../ports/stores/user-store.ts";
import { failed } from "../trading/account/account-failure.ts";
import { endingOf } from "../trading/account/account-keys.ts";
import type { ExaminedKeys } from "./examine-broker.ts";

const LABEL_DEFAULT = "Primary Account";

/** An account before its broker was asked what is in it. */
export function newAccount(
  names: Pick<Account, "createdAt" | "id" | "portfolioId"> & { readonly user: User },
  { apiKey, found, provider, venue }: ExaminedKeys,
  label: string | undefined,
): Account {
  const { createdAt, id, portfolioId, user } = names;
  const unseen: Account = {
    id,
    userId: user.id,
    portfolioId,
    provider,
    venue,
    label: label || LABEL_DEFAULT,
    status: "pending",
    apiKeyEnding: endingOf(apiKey),
    isSelected: true,
    createdAt,
    cash: NO_MONEY,
    startEquity: NO_MONEY,
    executionsReadTo: createdAt,
  };
  return found.kind === "seen" ? unseen : failed(unseen, found.reason, createdAt);
}
