import type { z } from "zod";
import * as activities from "./activities.ts";
import * as apiTokens from "./api-tokens.ts";
import * as billing from "./billing.ts";
import * as brokers from "./brokers.ts";
import { ALL_CALLS, type JsonCallName, type TextCallName } from "./calls.ts";
import type { Endpoint, TextEndpoint } from "./endpoint.ts";
import * as filesAndStream from "./files-and-stream.ts";
import * as foreign from "./foreign.ts";
import * as market from "./market.ts";
import * as orders from "./orders.ts";
import * as portfolio from "./portfolio.ts";
import * as settings from "./settings.ts";
import * as signIn from "./sign-in.ts";
import * as watchlist from "./watchlist.ts";
import * as worker from "./worker.ts";

/** What the files of schemas export. */
type Files = typeof activities &
  typeof apiTokens &
  typeof billing &
  typeof brokers &
  typeof filesAndStream &
  typeof foreign &
  typeof market &
  typeof orders &
  typeof portfolio &
  typeof settings &
  typeof signIn &
  typeof watchlist &
  typeof worker;

/** The schemas of a call, for those who need no more of them than their types. */
export type SchemasOf<Name extends JsonCallName> = Files[Name];
export type InputOf<Name extends JsonCallName> = z.input<SchemasOf<Name>["input"]>;
export type OutputOf<Name extends JsonCallName> = z.output<SchemasOf<Name>["output"]>;

/** Each call under its own name: one that has no schemas, or another's, does not compile. */
type Whole = { readonly [Name in JsonCallName]: Endpoint<z.ZodType, z.ZodType, Name> } & {
  readonly [Name in TextCallName]: TextEndpoint<z.ZodType, Name>;
};

const whole: Whole = {
  ...activities,
  ...apiTokens,
  ...billing,
  ...brokers,
  ...filesAndStream,
  ...foreign,
  ...market,
  ...orders,
  ...portfolio,
  ...settings,
  ...signIn,
  ...watchlist,
  ...worker,
};

/** Every call that answers JSON. */
export const ENDPOINTS: readonly Endpoint[] = ALL_CALLS.flatMap(({ answers, name }) =>
  answers === undefined ? [whole[name as JsonCallName]] : [],
);

/** Every call that answers a file or a stream. */
export const TEXT_ENDPOINTS: readonly TextEndpoint[] = ALL_CALLS.flatMap(({ answers, name }) =>
  answers === undefined ? [] : [whole[name as TextCallName]],
);
