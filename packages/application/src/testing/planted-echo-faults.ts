import type { BrokerNotice, Execution, OrderReport } from "../ports/broker.ts";
import {
  accounting,
  holding,
  listingExecutions,
  listingOrders,
  type PlantedFault,
  reporting,
  telling,
} from "./planted-fault.ts";

const tellingReports = (change: (report: OrderReport) => OrderReport) =>
  telling((notice): readonly BrokerNotice[] =>
    notice.kind === "order" ? [{ ...notice, report: change(notice.report) }] : [notice],
  );

const tellingExecutions = (change: (execution: Execution) => Execution) =>
  telling((notice): readonly BrokerNotice[] =>
    notice.kind === "execution" ? [{ ...notice, execution: change(notice.execution) }] : [notice],
  );

const withoutKey = <Told extends { readonly clientKey?: string }>({
  clientKey: _,
  ...told
}: Told) => told as Told;

const asBuy = <Told extends Execution | OrderReport>(told: Told): Told => ({
  ...told,
  side: "buy",
});

/** What floating-point dollars make of a price. */
const inFloats = (execution: Execution): Execution => ({
  ...execution,
  price: ((execution.price / 10_000) * 1.1 * (10_000 / 1.1)) as Execution["price"],
});

/** What is left of an amount whose decimal text went through a float and lost what is below a unit. */
const cutOff = <Units extends number>(units: Units): Units =>
  Math.floor(Number(`${units / 10_000}`) * 10_000) as Units;

const inCents = (execution: Execution): Execution => ({
  ...execution,
  price: (Math.round(execution.price / 100) * 100) as Execution["price"],
});

/** Faults in giving back what was sent: its key, its side, its price. */
export const ECHO_FAULTS: readonly PlantedFault[] = [
  [
    "does not give its key back when asked for an order",
    ({ find }) => ({
      async find(order) {
        const report = await find(order);
        return report && withoutKey(report);
      },
    }),
    ["echo/key-in-find"],
  ],
  [
    "lists its orders without their keys",
    listingOrders((orders) => orders.map(withoutKey)),
    ["echo/key-in-lists"],
  ],
  ["tells reports without their keys", tellingReports(withoutKey), ["echo/key-in-reports"]],
  [
    "tells executions without their keys",
    tellingExecutions(withoutKey),
    ["echo/key-in-executions"],
  ],
  [
    "gives every order the key of another",
    listingOrders((orders) => orders.map((order) => ({ ...order, clientKey: "A".repeat(20) }))),
    ["echo/key-in-lists"],
  ],
  ["finds and lists every order as a buy", reporting(asBuy), ["echo/side-of-reports"]],
  ["tells every order as a buy", tellingReports(asBuy), ["echo/side-of-reports"]],
  ["tells every execution as a buy", tellingExecutions(asBuy), ["echo/side-of-executions"]],
  [
    "lists prices as floating-point numbers make them",
    listingExecutions((executions) => executions.map(inFloats)),
    ["echo/price-in-units"],
  ],
  [
    "cuts the floating-point dollars of prices",
    listingExecutions((executions) =>
      executions.map((execution) => ({ ...execution, price: cutOff(execution.price) })),
    ),
    ["echo/decimal-text"],
  ],
  [
    "cuts the floating-point dollars of its cash",
    accounting((report) => ({ ...report, cash: cutOff(report.cash) })),
    ["echo/decimal-text"],
  ],
  [
    "cuts the floating-point dollars of what positions cost",
    holding((positions) =>
      positions.map((position) => ({ ...position, costBasis: cutOff(position.costBasis) })),
    ),
    ["echo/decimal-text"],
  ],
  ["tells prices to the cent", tellingExecutions(inCents), ["echo/price-in-units"]],
  [
    "reports limits in dollars",
    reporting((report) =>
      report.limit === undefined
        ? report
        : { ...report, limit: (report.limit / 10_000) as typeof report.limit },
    ),
    ["echo/limit-in-units"],
  ],
];
