import { accountView } from "@sevenfold/application/exchange/venue-reads";

import { activityRoutes } from "./exchange-activity-routes.ts";
import { type ExchangeDesk, valuationOf } from "./exchange-desk.ts";
import {
  type ExchangeAnswer,
  type ExchangeRequest,
  type ExchangeRoute,
  json,
} from "./exchange-http.ts";
import { wireAccount } from "./exchange-mapping.ts";
import { unprocessable } from "./exchange-refusals.ts";
import { ConfigurationsRequest } from "./exchange-wire.ts";
import { portfolioHistory } from "./portfolio-history.ts";

/** The account, its settings, its past worth and what it did. */
export function accountRoutes(desk: ExchangeDesk): readonly ExchangeRoute[] {
  return [
    {
      method: "GET",
      pattern: /^\/v2\/account$/,
      answer: ({ account }) => json(wireAccount(account, accountView(account, valuationOf(desk)))),
    },
    {
      method: "GET",
      pattern: /^\/v2\/account\/configurations$/,
      answer: ({ account }) => json(configurationsOf(account)),
    },
    {
      method: "PATCH",
      pattern: /^\/v2\/account\/configurations$/,
      answer: (request) => configure(desk, request),
    },
    {
      method: "GET",
      pattern: /^\/v2\/account\/portfolio\/history$/,
      answer: ({ account, query }) => json(portfolioHistory(desk, account, query)),
    },
    ...activityRoutes,
  ];
}

/** What a new account's settings say: of one that was opened in cash. */
const CONFIGURATIONS = {
  suspend_trade: false,
  no_shorting: true,
  fractional_trading: true,
  max_margin_multiplier: "1",
  trade_confirm_email: "all",
  ptp_no_exception_entry: false,
  max_options_trading_level: 0,
  disable_overnight_trading: false,
} as const;

const configurationsOf = ({ opening, settings }: ExchangeRequest["account"]) => ({
  ...CONFIGURATIONS,
  ...(opening.multiplier === 2 && { no_shorting: false, max_margin_multiplier: "2" }),
  ...settings.preferences,
  suspend_trade: settings.isSuspendedByOwner ?? false,
});

/** Of the settings `suspend_trade`, `fractional_trading` and `no_shorting` have a meaning here; all are kept and told again. */
async function configure(
  desk: ExchangeDesk,
  { account, readBody }: ExchangeRequest,
): Promise<ExchangeAnswer> {
  const body = ConfigurationsRequest.safeParse(await readBody());
  if (!body.success) {
    const [issue] = body.error.issues;
    return unprocessable(40010001, `invalid ${issue?.path.map(String).join(".") || "body"}`);
  }
  const { suspend_trade: isSuspendedByOwner, ...rest } = body.data;
  const preferences = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value == null ? [] : [[name, value]])),
  );
  await desk.venue.changeAccount(
    account.opening.id,
    { ...(isSuspendedByOwner !== undefined && { isSuspendedByOwner }), preferences },
    desk.now(),
  );
  return json(configurationsOf(account));
}
