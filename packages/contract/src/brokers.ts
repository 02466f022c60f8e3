import { z } from "zod";
import { Dollars, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { Reductions } from "./reductions.ts";
import { AccountStateView } from "./states.ts";
import { visibleText } from "./visible-text.ts";

/** A broker by the id it is registered under: `listVenues` names them. */
export const ProviderId = z
  .string("Please select a broker provider")
  .regex(/^[a-z0-9-]{1,32}$/, "Please select a broker provider")
  .meta({ description: "The id of a broker: see /api/venues." });

/** A broker that this installation trades at, as a form offers it. */
export const VenueView = z.object({
  id: ProviderId,
  name: z.string().max(64),
  /** Two words. */
  badge: z.string().max(64),
  /** A sentence. */
  says: z.string().max(500),
  /** Orders there may cost real money. */
  isRealMoney: z.boolean(),
  /** What it calls the two halves of its keys. */
  apiKey: z.string().max(64),
  secretKey: z.string().max(64),
  /** Keys alone are not enough: its user lets Sevenfold in at its own site now and then. */
  needsAuthorisation: z.boolean(),
  /** The built-in exchange issues accounts in its protocol. */
  hasPaperKeys: z.boolean(),
});
export type VenueView = z.infer<typeof VenueView>;

/** Every broker a profile can be connected at, in the order in which they are offered. */
export const listVenues = endpoint("listVenues", {
  input: z.strictObject({}),
  output: z.array(VenueView).max(100),
});

export const NO_KEYS = "API Key and Secret Key are required for the selected broker";

/** Keys travel in headers; a line break or another alphabet's letter in one is a slip of the hand. */
export const KEY_LETTERS = /^[\x20-\x7e]*$/;
export const KEY_UNSENDABLE = "These keys cannot be sent: a character that no key has";

const AccountLabel = visibleText("The account label", 64).optional();
const Id = z.strictObject({ id: z.uuid() });

/** What connecting a broker asks for: the form in the browser and the server check the same. */
export const BrokerKeys = z.strictObject({
  provider: ProviderId,
  apiKey: z
    .string("API Key is required")
    .trim()
    .min(1, "API Key is required")
    .max(256, "The API key is too long")
    .regex(KEY_LETTERS, KEY_UNSENDABLE),
  secretKey: z
    .string("Secret Key is required")
    .trim()
    .min(1, "Secret Key is required")
    .max(256, "The secret key is too long")
    .regex(KEY_LETTERS, KEY_UNSENDABLE),
  accountLabel: AccountLabel,
});
export type BrokerKeys = z.infer<typeof BrokerKeys>;

export const BrokerView = z.object({
  id: z.string(),
  provider: ProviderId,
  /** As it calls itself. */
  providerName: z.string().max(64),
  /** Where the keys lead: the built-in exchange, the provider's paper venue, or real money. */
  venue: z.enum(["built-in", "paper", "live"]),
  accountLabel: z.string(),
  status: z.enum(["pending", "active", "error", "disabled"]),
  /** What it is, as everywhere else. */
  state: AccountStateView,
  /** Why it is not active, or what it may not do although it is, in a sentence; null for neither. */
  message: z.string().nullable(),
  /** Why it may only get smaller, and what ends that. */
  reductions: Reductions,
  /** The strategy of this installation's owner that trades it; null: the built-in rule does. */
  strategy: z
    .object({
      name: z.string().max(255),
      sha256: z.string().length(64),
      parameters: z.record(
        z.string(),
        z
          .number()
          .describe("A count of whatever the strategy says. No bound: the strategy has its own."),
      ),
      installedAt: Timestamp,
    })
    .nullable(),
  /** A click on "Authorise again" is what it needs now. */
  needsAuthorisation: z.boolean(),
  /** Its user lets Sevenfold in at its own site now and then. */
  takesAuthorisation: z.boolean(),
  /** Until when the broker lets Sevenfold in; null where keys are all it takes. */
  authorisedUntil: Timestamp.nullable(),
  /** The last four characters of the API key. */
  apiKeyEnding: z.string(),
  isSelected: z.boolean(),
  equity: Dollars.nullable(),
  lastValidatedAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type BrokerView = z.infer<typeof BrokerView>;

export const listBrokers = endpoint("listBrokers", {
  input: z.strictObject({}),
  output: z.array(BrokerView),
});

/**
 * Checks the keys at the broker, stores them sealed and selects the profile, unless the broker did not
 * answer and another is selected: then it is kept pending. `Idempotency-Key` helps.
 */
export const connectBroker = endpoint("connectBroker", {
  input: BrokerKeys,
  output: BrokerView,
});

/** The broker's own page on which its user lets Sevenfold in, and is shown a code. */
export const authoriseBroker = endpoint("authoriseBroker", {
  input: Id,
  output: z.object({
    authorizeUrl: z.url(),
    /** The code is good until then, once, in this browser. */
    expiresAt: Timestamp,
  }),
});

/** Ends what `authoriseBroker` began with the code the user was shown. */
export const verifyBroker = endpoint("verifyBroker", {
  input: Id.extend({
    verifier: z
      .string("Enter the code the broker showed you")
      .trim()
      .min(1, "Enter the code the broker showed you")
      .max(64, "The code is too long"),
  }),
  output: z.array(BrokerView),
});

/** Keys of a new $100,000 account on the built-in exchange, to be used in a form at once. */
export const issuePaperKeys = endpoint("issuePaperKeys", {
  /** Without a provider: for the first broker whose protocol the built-in exchange speaks. */
  input: z.strictObject({ provider: ProviderId.optional() }),
  output: z.object({ apiKey: z.string(), secretKey: z.string() }),
});

/** Makes it the profile whose numbers and switches are shown. Automation goes off. */
export const selectBroker = endpoint("selectBroker", {
  input: Id,
  output: z.array(BrokerView),
});

/** Pauses or resumes a profile, renames it, gives it new keys, or says which account it is. */
export const changeBroker = endpoint("changeBroker", {
  input: Id.extend({
    accountLabel: AccountLabel,
    /** The label the caller read: refused ("changed-meanwhile") where it is called otherwise by now. */
    seenLabel: z.string().max(256).optional(),
    isPaused: z.boolean().optional(),
    apiKey: BrokerKeys.shape.apiKey.optional(),
    secretKey: BrokerKeys.shape.secretKey.optional(),
    /** Which of the accounts behind the keys, by the number the broker shows. */
    accountNumber: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9-]{1,32}$/, "Enter the account number as the broker shows it")
      .optional(),
  }),
  output: z.array(BrokerView),
});

/** Refused with 409 while orders are open there. The keys are erased, the history is kept. */
export const removeBroker = endpoint("removeBroker", {
  input: Id,
  output: z.array(BrokerView),
});
