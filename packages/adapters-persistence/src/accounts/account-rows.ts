import {
  type Account,
  type Credentials,
  STATUS_REASONS,
} from "@sevenfold/application/ports/stores/account";
import type { Instant } from "@sevenfold/domain/market";
import { EntitySchema } from "typeorm";
import {
  belongsTo,
  count,
  day,
  exact,
  flag,
  generatedUuid,
  HIDDEN,
  instantAt,
  json,
  now,
  OPTIONAL,
  ofPortfolio,
  ofUser,
  oneOf,
  text,
  uuid,
} from "../columns.ts";

export interface AccountRow extends Account {
  readonly updatedAt?: Instant;
  /** Where versions before `reductions` kept their one reason. Neither read nor written. */
  readonly reducedBecause?: string;
  readonly reducedAt?: Instant;
}

/** Those that a version before `reductions` knew. */
const REASONS_OF_BEFORE = [
  "too-many-orders",
  "too-many-orders-in-all",
  "too-many-rejections",
  "books-contradicted",
] as const;

/** The specification's user_broker_profiles: one account of a user at a venue. */
export const accountSchema = new EntitySchema<AccountRow>({
  name: "user_broker_profiles",
  columns: {
    id: generatedUuid(),
    userId: uuid(),
    portfolioId: uuid(),
    provider: text(),
    venue: text(),
    label: text({ name: "account_label", default: "Primary Account" }),
    status: text({ default: "pending" }),
    statusReason: text(OPTIONAL),
    validateAt: instantAt(OPTIONAL),
    failedValidations: count(OPTIONAL),
    authorisedUntil: instantAt(OPTIONAL),
    apiKeyEnding: text(OPTIONAL),
    removedAt: instantAt(OPTIONAL),
    isSelected: flag({ default: false }),
    // No CHECK keeps it from going below zero: what a venue has executed is booked all the same.
    cash: exact({ default: 0 }),
    unavailableCash: exact(OPTIONAL),
    startEquity: exact({ default: 0 }),
    baseline: exact(OPTIONAL),
    baselineDay: day(OPTIONAL),
    haltedDay: day(OPTIONAL),
    executionsReadTo: now(),
    activitiesReadTo: instantAt(OPTIONAL),
    booksFrom: instantAt(OPTIONAL),
    venueAccountNumber: text(OPTIONAL),
    foreign: json({ name: "foreign_things", ...OPTIONAL }),
    own: json({ name: "own_strategy", ...OPTIONAL }),
    reductions: json(OPTIONAL),
    reducedBecause: text({ ...OPTIONAL, ...HIDDEN }),
    reducedAt: instantAt({ ...OPTIONAL, ...HIDDEN }),
    breakersFrom: instantAt(OPTIONAL),
    lastValidatedAt: instantAt(OPTIONAL),
    createdAt: now(),
    updatedAt: now(HIDDEN),
  },
  indices: [
    { name: "ix_user_broker_profiles_user_id", columns: ["userId"] },
    { name: "ix_user_broker_profiles_portfolio_id", columns: ["portfolioId"] },
    { name: "ix_user_broker_profiles_status", columns: ["status"] },
    {
      name: "ix_user_broker_profiles_validate_at",
      columns: ["validateAt"],
      where: "validate_at IS NOT NULL",
    },
    {
      name: "ix_user_broker_profiles_venue_number",
      columns: ["provider", "venue", "venueAccountNumber"],
    },
    {
      name: "uq_user_broker_profiles_selected",
      columns: ["userId"],
      unique: true,
      where: "is_selected",
    },
  ],
  foreignKeys: [ofUser("user_broker_profiles"), ofPortfolio("user_broker_profiles")],
  checks: [
    oneOf("user_broker_profiles", "venue", ["built-in", "paper", "live"]),
    oneOf("user_broker_profiles", "status", ["pending", "active", "error", "disabled"]),
    oneOf("user_broker_profiles", "status_reason", STATUS_REASONS),
    oneOf("user_broker_profiles", "reduced_because", REASONS_OF_BEFORE),
  ],
});

interface CredentialsRow extends Credentials {
  readonly lastValidatedAt?: Instant;
  readonly createdAt?: Instant;
  readonly updatedAt?: Instant;
}

export const credentialsSchema = new EntitySchema<CredentialsRow>({
  name: "user_broker_credentials",
  columns: {
    accountId: uuid({ name: "profile_id", primary: true }),
    sealedApiKey: text({ name: "encrypted_api_key" }),
    sealedSecretKey: text({ name: "encrypted_secret_key" }),
    sealedAccess: text({ name: "encrypted_access_token", ...OPTIONAL }),
    lastValidatedAt: instantAt({ ...OPTIONAL, ...HIDDEN }),
    accessExpiresAt: instantAt({ name: "expires_at", ...OPTIONAL }),
    createdAt: now(HIDDEN),
    updatedAt: now(HIDDEN),
  },
  foreignKeys: [
    belongsTo("user_broker_credentials", "user_broker_profiles", "accountId", "profile_id"),
  ],
});
