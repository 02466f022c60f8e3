import type { ApiTokenView } from "@sevenfold/contract/api-tokens";
import type { InvoiceView } from "@sevenfold/contract/billing";
import type { BrokerView } from "@sevenfold/contract/brokers";
import { wireValuesOf } from "@sevenfold/contract/setting-wire";
import type { RiskView, SettingsChangeView, TradingConfigView } from "@sevenfold/contract/settings";
import type { SignInView, UserView } from "@sevenfold/contract/sign-in";
import type { AccountStateView } from "@sevenfold/contract/states";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "@sevenfold/domain/setting-table";
import { AUTOMATION_DEFAULTS, RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";

/** Somebody's account in the invented world: who they are, and what they have set. */
export interface InventedAccount {
  user: UserView;
  password: string;
  /** What is paid for; null on trial or on nothing. */
  plan: "basic" | "premium" | "pro" | null;
  /** A payment failed. */
  isPastDue: boolean;
  payments: InventedPayments;
  signIns: SignInView[];
  tokens: ApiTokenView[];
  brokers: BrokerView[];
  config: TradingConfigView;
  risk: RiskView;
  goalAmount: number;
  settingsChanges: SettingsChangeView[];
  /** Tickers the agent may trade. */
  automated: string[];
}

/** How somebody stands with who takes the money. */
export interface InventedPayments {
  readonly isSimulated: boolean;
  /** It was canceled, and lasts for what is paid. */
  isCanceling: boolean;
  /** What is held is in its free days. */
  isTrialing: boolean;
  /** A payment failed a moment ago: everything goes on for a day. */
  isInGrace: boolean;
  /** Free days are given once. */
  isTrialUsed: boolean;
  /** Days left of a trial, the plan's or that of a new account. */
  trialDaysLeft: number;
  /** A payment was made: the news of it comes when it is asked for so many times more. */
  underWay: { readonly plan: "basic" | "premium" | "pro"; asksLeft: number } | null;
  /** The payment provider says nothing. */
  trouble: string | null;
  invoices: InvoiceView[];
}

export const inventedPayments = (changes: Partial<InventedPayments> = {}): InventedPayments => ({
  isSimulated: true,
  isCanceling: false,
  isTrialing: false,
  isInGrace: false,
  isTrialUsed: false,
  trialDaysLeft: 7,
  underWay: null,
  trouble: null,
  invoices: [],
  ...changes,
});

const AT = "2025-11-20T14:00:00.000Z";

/** Whoever has pressed Demo Trader. */
export const DEMO: UserView = {
  id: "3f0c2a52-7a30-4e6b-9d0a-6f1e0c9b7a11",
  username: "demo",
  email: "demo@sevenfold.invalid",
  isDemo: true,
  endsAt: "2025-11-21T14:00:00.000Z",
  hasTotp: false,
  createdAt: AT,
};

/** A demo with so many hours left. */
export const endingIn = (hours: number) => ({
  ...DEMO,
  endsAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
});

/** Somebody with a password of their own. */
export const TRADER: UserView = {
  ...DEMO,
  username: "trader",
  email: "trader@sevenfold.invalid",
  isDemo: false,
  endsAt: null,
};

/** The code every authenticator of the invented world shows. */
export const RIGHT_CODE = "123456";

export const inventedAccount = (): InventedAccount => ({
  user: DEMO,
  password: "a long enough secret",
  plan: null,
  isPastDue: false,
  payments: inventedPayments(),
  signIns: SIGN_INS,
  tokens: [],
  brokers: [BROKER],
  config: CONFIG,
  risk: RISK,
  goalAmount: 700_000,
  settingsChanges: [
    {
      at: "2025-11-21T13:05:00.000Z",
      changedBy: "you",
      changes: [{ field: "sharesToBuy", before: "5", after: "10" }],
    },
  ],
  automated: [],
});

const SIGN_INS: SignInView[] = [
  {
    id: "sign-in-1",
    signedInAt: AT,
    lastSeenAt: "2025-11-21T15:40:00.000Z",
    expiresAt: "2025-12-20T14:00:00.000Z",
    device: "Firefox on Linux",
    isCurrent: true,
  },
  {
    id: "sign-in-2",
    signedInAt: "2025-11-18T08:12:00.000Z",
    lastSeenAt: "2025-11-19T20:02:00.000Z",
    expiresAt: "2025-12-18T08:12:00.000Z",
    device: "Safari on iPhone",
    isCurrent: false,
  },
];

export const ACTIVE_STATE: AccountStateView = {
  state: "active",
  label: "Active",
  message: null,
  reasons: [],
};

/** An account in a state, as the server says it. */
export function stateOf(
  state: AccountStateView["state"],
  label: string,
  message: string,
): AccountStateView {
  return { state, label, message, reasons: [{ state, label, message }] };
}

export const OFFLINE_STATE = stateOf(
  "worker-offline",
  "Offline",
  "The trading worker is offline: nothing is traded automatically and no stop is watched.",
);

export const BROKER: BrokerView = {
  id: "1d1b0a4e-1111-4c77-8a26-0a3cf1d0c001",
  provider: "alpaca",
  providerName: "Alpaca",
  takesAuthorisation: false,
  venue: "built-in",
  accountLabel: "Primary Account",
  status: "active",
  state: ACTIVE_STATE,
  message: null,
  reductions: [],
  strategy: null,
  needsAuthorisation: false,
  authorisedUntil: null,
  apiKeyEnding: "Q7XK",
  isSelected: true,
  equity: 101_264.11,
  lastValidatedAt: AT,
  createdAt: AT,
};

export const CONFIG: TradingConfigView = {
  ...wireValuesOf(STRATEGY_SETTINGS, STRATEGY_DEFAULTS),
  ...wireValuesOf(AUTOMATION_SETTINGS, AUTOMATION_DEFAULTS),
  version: 1,
  updatedAt: AT,
};

const RISK: RiskView = {
  ...wireValuesOf(LIMIT_SETTINGS, RISK_DEFAULTS),
  version: 1,
  updatedAt: AT,
};
