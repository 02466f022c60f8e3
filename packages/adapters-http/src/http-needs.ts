import type { BillingDesk } from "@sevenfold/application/billing/billing-desk";
import type {
  authoriseBroker,
  verifyBroker,
} from "@sevenfold/application/brokers/authorise-broker";
import type { changeBroker } from "@sevenfold/application/brokers/change-broker";
import type { connectBroker } from "@sevenfold/application/brokers/connect-broker";
import type { IssuePaperKeys } from "@sevenfold/application/brokers/issue-paper-keys";
import type { removeBroker } from "@sevenfold/application/brokers/remove-broker";
import type { signInAsDemo } from "@sevenfold/application/people/demo/sign-in-as-demo";
import type { SignInDesk } from "@sevenfold/application/people/sign-in-desk";
import type { BrokerConnections } from "@sevenfold/application/ports/broker";
import type { Companies } from "@sevenfold/application/ports/companies";
import type { ApiToken } from "@sevenfold/application/ports/stores/api-token-store";
import type { SignInStore } from "@sevenfold/application/ports/stores/sign-in-store";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import type { TradingNeeds } from "@sevenfold/application/trading/account/trading-needs";
import type { CancelOrder } from "@sevenfold/application/trading/orders/cancel-order";
import type { PlaceOrder } from "@sevenfold/application/trading/placing/place-order";
import type { OrderWatch } from "@sevenfold/application/trading/placing/watch-orders";
import type { SyncPositions } from "@sevenfold/application/trading/reconciliation/sync-positions";
import type { LivePolicy } from "@sevenfold/application/trading/safeguards/live-trading";
import type { CancelAll } from "@sevenfold/application/trading/sales/cancel-all";
import type { SellAll } from "@sevenfold/application/trading/sales/sell-all";
import type { changeSettings } from "@sevenfold/application/trading/settings/change-settings";
import type { ToggleAutomation } from "@sevenfold/application/trading/settings/toggle-automation";
import type { PreviewSettings } from "@sevenfold/application/views/preview-settings";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { DefaultContext, ParameterizedContext } from "koa";
import type { RateLimits } from "./allowances.ts";
import type { PaymentPages } from "./billing/simulated-pages.ts";
import type { LiveTimes } from "./live/live-times.ts";
import type { ProviderNames } from "./orders/provider-name.ts";
import type { SignInContent, SignInLife } from "./sign-in/sign-in-life.ts";

/** All the HTTP server asks of the rest of the product. */
export interface HttpNeeds
  extends Pick<
    TradingNeeds,
    | "announcer"
    | "calendarOf"
    | "clock"
    | "identifiers"
    | "log"
    | "marketData"
    | "prices"
    | "realMarket"
    | "storage"
    | "submission"
  > {
  readonly companies: Companies;
  /** What the brokers are that accounts can be connected at, and the way to that of an account. */
  readonly brokers: Pick<BrokerConnections, "connect" | "venues">;
  readonly billing: BillingDesk;
  /** Where payments are simulated: the pages at which a user pays. */
  readonly paymentPages?: PaymentPages;
  readonly signIns: SignInStore;
  readonly desk: SignInDesk;
  readonly connectBroker: ReturnType<typeof connectBroker>;
  readonly changeBroker: ReturnType<typeof changeBroker>;
  readonly removeBroker: ReturnType<typeof removeBroker>;
  readonly authoriseBroker: ReturnType<typeof authoriseBroker>;
  readonly verifyBroker: ReturnType<typeof verifyBroker>;
  readonly issuePaperKeys: IssuePaperKeys;
  readonly providerNames: ProviderNames;
  /** What the installation says about trading real money. */
  readonly live: LivePolicy;
  /** Whether the database takes writes; absent where only asking it can tell. */
  readonly isStorageWritable?: () => boolean;
  /** How the connections to a database server are used; absent where there is no server. */
  readonly poolStanding?: () => PoolStanding;
  /** Whether the built-in exchange takes orders; absent where none is used. */
  readonly isExchangeWritable?: () => Promise<boolean>;
  readonly signInAsDemo: ReturnType<typeof signInAsDemo>;
  readonly placeOrder: PlaceOrder;
  readonly cancelOrder: CancelOrder;
  readonly cancelAll: CancelAll;
  /** Finds out what became of open orders while no worker does. */
  readonly orderWatch: Pick<OrderWatch, "sent" | "shown">;
  readonly sellAll: SellAll;
  readonly syncPositions: SyncPositions;
  readonly previewSettings: PreviewSettings;
  readonly toggleAutomation: ToggleAutomation;
  readonly changeSettings: ReturnType<typeof changeSettings>;
}

/** Connections that are open, those of them that nobody uses, and pieces of work that wait for one. */
export interface PoolStanding {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** What slow clients get, in milliseconds, and how often they are looked for. */
export interface ClientTimes {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly idleMs: number;
  readonly checkMs: number;
}

export interface HttpOptions {
  readonly host: string;
  /** Where people open it, as `https://trade.example.com`; absent: on this machine, or by address. */
  readonly publicUrl?: string;
  /** Further names, and addresses, it may be opened under. */
  readonly allowedHosts?: readonly string[];
  /** 0 for any free one. */
  readonly port: number;
  /** Where the built web pages are. It may be absent: then a page says how to build them. */
  readonly webFolder: string;
  /** Cookies for HTTPS only, and the headers that go with it. Set wherever TLS is in front. */
  readonly secureCookies: boolean;
  /** Believe the one proxy in front when it says who asks and how. */
  readonly trustProxy: boolean;
  /** A product on one's own machine: visitors from it are not counted for the demo limit. */
  readonly isEmbedded: boolean;
  /** Where prices come from, as people call it: "Built-in exchange". */
  readonly marketDataLabel: string;
  /** Prices are made by the built-in exchange. */
  readonly isMarketSimulated: boolean;
  /** The hours of the market visitors see; a signed-in user sees those of their venue. */
  readonly marketCalendar: TradingCalendar;
  readonly rateLimits?: Partial<RateLimits>;
  /** How long answers, sign-ins and users are kept in memory; 1,000 when not said, 0 not at all. */
  readonly keptMs?: number;
  readonly times?: Partial<ClientTimes>;
  readonly connectionsMax?: number;
  readonly liveTimes?: Partial<LiveTimes>;
  readonly signInLife?: Partial<SignInLife>;
  /** Whoever bears it may read `/metrics`; without one, whoever asks from this machine. */
  readonly metricsToken?: string;
}

/** What a request carries on its way. */
export interface HttpState {
  requestId: string;
  /** The path of the contract line that took it, with its parameters' names. */
  routePath?: string;
  /** The account the answer is of, where what answers knows it. */
  accountId?: string;
  /** The parsed JSON of a request that has a body. */
  body?: Readonly<Record<string, unknown>>;
  /** Who asks, and under which hash of a sign-in id or by which token. */
  user?: User;
  sidHash?: string;
  /** What is kept of the sign-in that the cookie names. */
  signIn?: SignInContent | undefined;
  /** Makes it one that can be begun, renewed or ended. */
  openSession?: (ctx: HttpContext) => Promise<void>;
  token?: ApiToken;
}

export type HttpContext = ParameterizedContext<HttpState, DefaultContext>;
export type Next = () => Promise<unknown>;
