import type { ActivityView } from "@sevenfold/contract/activities";
import type { DecisionView, OrderView, TradeView } from "@sevenfold/contract/orders";

import type { Cell } from "./csv.ts";

/** The columns of a file in their order: a heading, and what of a row stands below it. */
type Columns<Row> = readonly (readonly [heading: string, of: (row: Row) => Cell])[];

export const TRADE_COLUMNS: Columns<TradeView> = [
  ["time", ({ ts }) => ts],
  ["symbol", ({ ticker }) => ticker],
  ["side", ({ side }) => side],
  ["shares", ({ shares }) => shares],
  ["price", ({ price }) => price],
  ["total", ({ total }) => total],
  ["fees", ({ fees }) => fees],
  ["realized", ({ realizedPL }) => realizedPL],
  ["by", ({ origin }) => origin],
  ["reason", ({ reason }) => reason],
  ["id", ({ id }) => id],
];

export const ORDER_COLUMNS: Columns<OrderView> = [
  ["time", ({ createdAt }) => createdAt],
  ["symbol", ({ ticker }) => ticker],
  ["side", ({ side }) => side],
  ["type", ({ orderType }) => orderType],
  ["quantity", ({ quantity }) => quantity],
  ["filled", ({ filled }) => filled],
  ["limit", ({ limitPrice }) => limitPrice],
  ["average", ({ averagePrice }) => averagePrice],
  ["status", ({ status }) => status],
  ["by", ({ origin }) => origin],
  ["message", ({ message }) => message],
  ["stop", ({ stopPrice }) => stopPrice],
  ["price provider", ({ provider }) => provider],
  ["price time", ({ priceAt }) => priceAt],
  ["key", ({ clientKey }) => clientKey],
];

export const ACTIVITY_COLUMNS: Columns<ActivityView> = [
  ["time", ({ at }) => at],
  ["kind", ({ kind }) => kind],
  ["symbol", ({ ticker }) => ticker],
  ["shares", ({ shares }) => shares],
  ["amount", ({ amount }) => amount],
  ["what", ({ says }) => says],
  ["broker's words", ({ words }) => words],
  ["id", ({ id }) => id],
];

export const DECISION_COLUMNS: Columns<DecisionView> = [
  ["time", ({ at }) => at],
  ["symbol", ({ ticker }) => ticker],
  ["verdict", ({ verdict }) => verdict],
  ["gate", ({ gate }) => gate],
  ["price", ({ price }) => price],
  ["reference", ({ reference }) => reference],
  ["trigger", ({ trigger }) => trigger],
  ["explanation", ({ explanation }) => explanation],
  ["price provider", ({ provider }) => provider],
  ["price time", ({ priceAt }) => priceAt],
  ["patterns", ({ patterns }) => patterns.join("; ")],
];

/** What is read of a history page by page becomes a file with these columns. */
export const headingsOf = <Row>(columns: Columns<Row>): readonly Cell[] =>
  columns.map(([heading]) => heading);

export const cellsOf =
  <Row>(columns: Columns<Row>) =>
  (row: Row): readonly Cell[] =>
    columns.map(([, of]) => of(row));
