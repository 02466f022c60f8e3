import type { Instant, Ticker } from "@sevenfold/domain/market";
import {
  type Money,
  minus,
  money,
  NO_MONEY,
  notionalOf,
  type Price,
  plus,
  type Quantity,
  shares,
} from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { SeededChance } from "../../chance/seeded-chance.ts";
import type { BrokerNotice, Execution, OrderReport } from "../../ports/broker.ts";
import type { Clock } from "../../ports/clock.ts";
import { type ForeignThings, NOTHING_FOREIGN } from "../../ports/foreign.ts";
import type { FaultPlan } from "./fault-plan.ts";
import { openActivities } from "./simulated-activities.ts";
import { FEE } from "./venue-fee.ts";
import { VenueKeys } from "./venue-keys.ts";
import { type AskedOrder, boughtOf, GIVEN_UP_MS, payableAt, sellableAt } from "./venue-room.ts";
import { VenueSurprises } from "./venue-surprises.ts";
import type { WaveMarket } from "./wave-market.ts";

interface VenueWorld {
  readonly clock: Clock;
  readonly chance: SeededChance;
  readonly market: WaveMarket;
}

/**
 * One account at a simulated venue: written apart from our books, so that the two can be compared.
 * It outlives every crash of ours.
 */
export class SimulatedVenue {
  cash: Money;
  /** Of the cash: what may not be spent, as of sales that are not settled. */
  withheld = NO_MONEY;
  readonly positions = new Map<Ticker, { quantity: Quantity; costBasis: Money }>();
  readonly orders: OrderReport[] = [];
  readonly executions: Execution[] = [];
  /** By how much each of them moved the cost of its holding. */
  readonly costMoves = new Map<string, Money>();
  readonly activities = openActivities();
  readonly arrivals = new Map<string, number>();
  /** What no sound client does. */
  readonly violations: string[] = [];
  faults: FaultPlan;
  /** How often each fault of the plan was met. */
  readonly met = new Map<keyof FaultPlan, number>();
  /** Trading is suspended: orders are taken and wait. */
  isHalted = false;
  isHaltedOf: (ticker: Ticker) => boolean = () => false;
  accountNumber = "SIMULATED-1";
  refusesKeys = false;
  readonly keys = new VenueKeys();
  refusesCalls = false;
  isSuspended = false;
  /** A cancel is taken and decided later: by `end`, or by a trade that was faster. */
  holdsCancels = false;
  /** What can be ordered; everything where it is left out. */
  listed: ReadonlySet<Ticker> | undefined;
  /** What could be ordered once, and can be no more. */
  readonly unlisted = new Set<Ticker>();
  /** Whether a symbol's prices are told wrong. */
  isMisquoted: (ticker: Ticker) => boolean = () => false;
  /** Put by hand, traded by nobody. */
  foreign: ForeignThings = NOTHING_FOREIGN;
  readonly garbled = new Set<string>();
  reads = 0;
  /** Orders and trades of before the account was begun anew: no number is given twice. */
  forgotten = 0;
  /** Where notices go, one per reader of the stream. */
  readonly readers = new Set<(notice: BrokerNotice) => void>();
  /** Something happened there that nobody may know of yet. */
  wasMoved = false;
  readonly #givenUp = new Set<string>();
  /** Stops that the market has met: from then on they trade as any other. */
  readonly #triggered = new Set<string>();
  readonly surprises: VenueSurprises;
  readonly #world: VenueWorld;
  readonly #priceNow: (ticker: Ticker) => Price;

  constructor(world: VenueWorld, cash: Money, faults: FaultPlan) {
    this.#world = world;
    this.#priceNow = (ticker) => world.market.priceAt(ticker, world.clock.now());
    this.surprises = new VenueSurprises(world.clock);
    this.cash = cash;
    this.faults = faults;
  }

  /** One that holds nothing back tells its cash, and leaves open orders to whoever asks. */
  get buyingPower(): Money {
    if (this.withheld === 0) return this.cash;
    return money(Math.max(0, payableAt(this, this.#priceNow) - this.withheld));
  }

  byKey(clientKey: string): OrderReport | undefined {
    return this.orders.find((order) => order.clientKey === clientKey);
  }

  /** Whether this one meets the fault, by the chance of whoever asks. */
  meets(fault: keyof FaultPlan, chance = this.#world.chance): boolean {
    if (!chance.happens(this.faults[fault])) return false;
    this.met.set(fault, (this.met.get(fault) ?? 0) + 1);
    return true;
  }

  /**
   * An order arrives, which was sent just now where nothing is said. The same key twice is the same
   * order; one that cannot be paid is refused. Whoever sent it is judged by what could be known then.
   */
  receive(order: Order, sentAt: Instant = this.#world.clock.now()): OrderReport | string {
    this.arrivals.set(order.clientKey, (this.arrivals.get(order.clientKey) ?? 0) + 1);
    const known = this.byKey(order.clientKey);
    if (known) return known;
    const isGivenUp = GIVEN_UP_MS <= this.#world.clock.now() - sentAt;
    if (this.isSuspended) return "the account is suspended";
    if (this.listed?.has(order.ticker) === false || this.unlisted.has(order.ticker))
      return `asset ${order.ticker} not found`;
    if (order.side === "sell" && sellableAt(this, order.ticker) < order.quantity) {
      if (!isGivenUp && !this.surprises.mayBeUnknown(sentAt, order.ticker))
        this.violations.push(`sells ${order.quantity} ${order.ticker} it does not hold`);
      return "insufficient qty available for order";
    }
    const cost = (order.limit ?? this.#priceNow(order.ticker)) * order.quantity;
    if (order.side === "buy" && payableAt(this, this.#priceNow) < cost) {
      const isUnknown = this.wasMoved || boughtOf(this, order).some(this.isMisquoted);
      const isExcused = isUnknown || this.surprises.mayBeUnknown(sentAt);
      if (!isGivenUp && !isExcused) this.violations.push(`buys ${order.ticker} it cannot pay`);
      return "insufficient buying power";
    }
    if (order.side === "buy" && this.buyingPower < cost) return "insufficient buying power";
    if (this.meets("rejected")) return "asset is not tradable at the moment";
    const report = this.#accept(order, order.clientKey);
    if (isGivenUp) {
      this.#givenUp.add(report.brokerOrderId);
      this.surprises.note(order.ticker);
    }
    return report;
  }

  /** Somebody buys at the venue's own site. */
  buyElsewhere(ticker: Ticker, quantity: Quantity, limit?: Price): OrderReport {
    return this.tradeElsewhere({ ticker, side: "buy", quantity, ...(limit && { limit }) });
  }

  /** Somebody orders at the venue's own site what there is room for. */
  tradeElsewhere(wanted: Omit<AskedOrder, "extendedHours">): OrderReport {
    this.wasMoved = true;
    return this.#accept({ ...wanted, extendedHours: false }, undefined);
  }

  /** Trades part of an order now, whatever the market does: the hand of a test. */
  trade(brokerOrderId: string, quantity: Quantity, at: Price): void {
    this.#fill(this.#byId(brokerOrderId)!, quantity, at);
  }

  /** Makes another order of it, under its number. */
  change(brokerOrderId: string, asked: Partial<Pick<OrderReport, "quantity" | "stop">>): void {
    this.#report({ ...this.#byId(brokerOrderId)!, ...asked });
  }

  /** Ends an order now, whatever it waits for. */
  end(brokerOrderId: string, state: "canceled" | "expired" | "rejected"): void {
    this.#report({ ...this.#byId(brokerOrderId)!, state });
  }

  cancel(brokerOrderId: string): boolean {
    const order = this.#byId(brokerOrderId);
    if (order?.state !== "working") return false;
    if (this.holdsCancels) return true;
    const isLate = this.meets("fillAfterCancel");
    this.#report({ ...order, state: "canceled" });
    if (isLate) void this.#fillLate(brokerOrderId);
    return true;
  }

  async #fillLate(brokerOrderId: string): Promise<void> {
    await this.#world.clock.sleep(this.#world.chance.between(100, 3_000));
    const order = this.#byId(brokerOrderId)!;
    if (order.side === "sell" && sellableAt(this, order.ticker) < 1) return;
    if (order.filled < order.quantity) this.#fill(order, shares(1));
  }

  #accept(order: AskedOrder, clientKey: string | undefined): OrderReport {
    const report: OrderReport = {
      brokerOrderId: `order-${this.forgotten + this.orders.length + 1}`,
      ...(clientKey === undefined ? {} : { clientKey }),
      ticker: order.ticker,
      side: order.side,
      quantity: order.quantity,
      ...(order.limit === undefined ? {} : { limit: order.limit }),
      ...(order.stop === undefined ? {} : { stop: order.stop }),
      ...(order.timeInForce === undefined ? {} : { timeInForce: order.timeInForce }),
      extendedHours: order.extendedHours,
      state: "working",
      filled: shares(0),
      submittedAt: this.#world.clock.now(),
    };
    this.orders.push(report);
    this.#tell({ kind: "order", report });
    void this.#work(report.brokerOrderId);
    return report;
  }

  async #work(brokerOrderId: string): Promise<void> {
    const { chance, clock } = this.#world;
    for (;;) {
      await clock.sleep(chance.between(50, 2_000));
      const order = this.#byId(brokerOrderId);
      if (order?.state !== "working") return;
      const isPart = this.meets("partialFill");
      const open = order.quantity - order.filled;
      const price = this.#priceOf(order);
      if (price === undefined) continue;
      const part = isPart ? chance.between(1, open) : open;
      const payable = Math.floor((this.cash - FEE) / price);
      const quantity = order.side === "buy" ? Math.min(part, payable) : part;
      if (quantity < 1) return this.#report({ ...order, state: "canceled" });
      this.#fill(order, shares(quantity));
    }
  }

  /** What the order trades at now; undefined while it cannot. */
  #priceOf(order: OrderReport): Price | undefined {
    const { limit, side, ticker } = order;
    if (this.isHalted || this.isHaltedOf(ticker)) return undefined;
    const price = this.#priceNow(ticker);
    if (!this.#isTriggered(order, price)) return undefined;
    if (limit === undefined) return price;
    return (side === "buy" ? price <= limit : limit <= price) ? price : undefined;
  }

  #isTriggered({ brokerOrderId, side, stop }: OrderReport, price: Price): boolean {
    if (stop !== undefined && (side === "sell" ? price <= stop : stop <= price))
      this.#triggered.add(brokerOrderId);
    return stop === undefined || this.#triggered.has(brokerOrderId);
  }

  #fill(order: OrderReport, quantity: Quantity, at?: Price): void {
    const price = at ?? this.#priceNow(order.ticker);
    const filled = shares(order.filled + quantity);
    const execution: Execution = {
      executionId: `execution-${this.forgotten + this.executions.length + 1}`,
      brokerOrderId: order.brokerOrderId,
      ...(order.clientKey === undefined ? {} : { clientKey: order.clientKey }),
      ticker: order.ticker,
      side: order.side,
      quantity,
      price,
      fee: order.side === "sell" ? FEE : NO_MONEY,
      ...(order.timeInForce && { ordered: order.quantity }),
      at: this.#world.clock.now(),
    };
    this.executions.push(execution);
    if (order.state !== "working" || this.#givenUp.has(order.brokerOrderId))
      this.surprises.note(order.ticker);
    this.#settle(execution);
    this.#tell({ kind: "execution", execution });
    const isDone = filled === order.quantity && order.state === "working";
    this.#report({ ...order, filled, state: isDone ? "filled" : order.state });
  }

  #settle({ executionId, fee, price, quantity, side, ticker }: Execution): void {
    const held = this.positions.get(ticker) ?? { quantity: shares(0), costBasis: NO_MONEY };
    const notional = notionalOf(price, quantity);
    if (side === "buy") {
      this.cash = minus(this.cash, notional);
      this.positions.set(ticker, {
        quantity: shares(held.quantity + quantity),
        costBasis: plus(held.costBasis, notional),
      });
    } else {
      this.cash = minus(plus(this.cash, notional), fee);
      const left = shares(held.quantity - quantity);
      const costBasis = money(Math.round((held.costBasis * left) / held.quantity));
      if (left === 0) this.positions.delete(ticker);
      else this.positions.set(ticker, { quantity: left, costBasis });
    }
    const cost = this.positions.get(ticker)?.costBasis ?? NO_MONEY;
    this.costMoves.set(executionId, minus(cost, held.costBasis));
    if (this.cash < 0) this.violations.push(`cash fell to ${this.cash}`);
  }

  #byId(brokerOrderId: string): OrderReport | undefined {
    return this.orders.find((order) => order.brokerOrderId === brokerOrderId);
  }

  #report(report: OrderReport): void {
    const index = this.orders.findIndex((order) => order.brokerOrderId === report.brokerOrderId);
    this.orders[index] = report;
    this.#tell({ kind: "order", report });
  }

  #tell(notice: BrokerNotice): void {
    for (const tell of this.readers) tell(notice);
  }
}
