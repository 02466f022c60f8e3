import type { Bar } from "@sevenfold/application/research/own-strategy/strategy-interface";
import { ENCLOSED_LINES } from "./enclosed-lines.ts";

const BAR_FIELDS = [
  "symbol",
  "opensAt",
  "closesAt",
  "day",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "held",
  "entryPrice",
  "equity",
] as const satisfies readonly (keyof Bar)[];

/** Of these the enclosure reads the columns itself. */
const READ_HERE: ReadonlySet<keyof Bar> = new Set(["opensAt", "closesAt", "open", "close", "held"]);

type Forgotten = Exclude<keyof Bar, (typeof BAR_FIELDS)[number]>;
/** A field that a bar gains has to be named above; else a strategy would not see it. */
export const EVERY_FIELD_IS_NAMED: [Forgotten] extends [never] ? true : Forgotten = true;

/**
 * Evaluated before a strategy in its own context; answers what puts a wall around it. All that a
 * strategy is handed, and all that is thrown at it, is made anew in its context: the constructor of
 * an object of ours would lead to the machine, and so to files that hold later bars. What is used of
 * the language is kept aside, since a strategy may put other things in its place; `listOf` makes our
 * own lists of its numbers, so that no method of its own is called with a function of ours.
 */
export const ENCLOSURE = `"use strict";((listOf, readingOf, servedOf, loopsFor) => {
  const { create, defineProperty, freeze, getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf } = Object;
  const { isArray } = Array;
  const Fault = Error;
  const Wrapped = Proxy;

  /** What is asked at every bar is read here: a call of ours for each would take longer than the rest. */
  class Bar {
    #host; #bar; #opensAt; #closesAt; #open; #close; #held;
    constructor(host) {
      this.#host = host;
      const { columns, bar, held } = readingOf(host);
      this.#bar = bar;
      this.#opensAt = columns.opensAt;
      this.#closesAt = columns.closesAt;
      this.#open = columns.open;
      this.#close = columns.close;
      this.#held = held;
      freeze(this);
    }
    get opensAt() { return this.#opensAt[this.#bar[0]]; }
    get closesAt() { return this.#closesAt[this.#bar[0]]; }
    get open() { return this.#open[this.#bar[0]] / 10000; }
    get close() { return this.#close[this.#bar[0]] / 10000; }
    get held() { return this.#held[0]; }
    ${BAR_FIELDS.filter((name) => !READ_HERE.has(name))
      .map(
        (name) =>
          `get ${name}() { try { return this.#host.${name}; } catch (error) { throw again(error); } }`,
      )
      .join("\n    ")}
  }

  /** What leads from one bar to another run's is as fast as the bar. */
  const accessors = getOwnPropertyNames(Bar.prototype);
  for (let at = 0; at < accessors.length; at += 1) {
    const { get } = getOwnPropertyDescriptor(Bar.prototype, accessors[at]);
    if (get !== undefined) freeze(get);
  }
  freeze(Bar.prototype);
  freeze(Bar);

  const again = (error) => {
    const { message } = error;
    return new Fault(typeof message === "string" ? message : "it cannot be had");
  };
  const put = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, enumerable: true });

  /** What does not change any more: numbers, words, lists and records of them, and functions. */
  const copied = (value) => {
    if (typeof value !== "object" || value === null) return value;
    if (isArray(value)) {
      const list = [];
      for (let at = 0; at < value.length; at += 1) put(list, at, copied(value[at]));
      return freeze(list);
    }
    const record = {};
    for (let from = value; from !== null && getPrototypeOf(from) !== null; from = getPrototypeOf(from)) {
      const names = getOwnPropertyNames(from);
      for (let at = 0; at < names.length; at += 1) {
        const name = names[at];
        if (name === "constructor") continue;
        if (typeof value[name] !== "function") put(record, name, copied(value[name]));
        else put(record, name, name === "next" ? nextOf(value) : method(value, name));
      }
    }
    return freeze(record);
  };

  const setupOf = (setup) => {
    const own = {};
    const names = getOwnPropertyNames(setup);
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at];
      const value = setup[name];
      if (name === "indicators") put(own, name, listed(copied(value), "indicator"));
      else if (name === "lines") put(own, name, linesOf(value));
      else if (name === "wakeAt") put(own, name, freeze((until) => {
        try { value(until, crossedIn(until)); } catch (error) { throw again(error); }
      }));
      else put(own, name, copied(value));
    }
    return freeze(own);
  };

${ENCLOSED_LINES}

  const given = (value) => (isArray(value) ? listOf(value) : value);
  const method = (host, name) => freeze((one, two, three) => {
    let answer;
    try { answer = host[name](given(one), two, three); } catch (error) { throw again(error); }
    return copied(answer);
  });
  const asked = (host, value) => {
    let answer;
    try { answer = host.next(value); } catch (error) { throw again(error); }
    return typeof answer === "number" ? answer : copied(answer);
  };
  const nextOf = (host) => {
    const served = servedOf(host);
    return freeze(servedNext(served, served === undefined ? host : undefined));
  };
  /**
   * Reads answers reckoned ahead, as long as each input is the one that they are answers to. Of what is
   * not served it is the same function, so that the compiler goes on where it has met both. Its own
   * state is in var: of let each bar would ask whether it has begun.
   */
  const servedNext = (served, own) => {
    var inputs, answers, from = 0, at = 0, count = 0;
    const otherwise = (value) => {
      if (own === undefined) {
        const piece = at < count ? undefined : served.piece(from + at, value);
        if (piece !== undefined) {
          at = from + at - piece.from;
          ({ inputs, answers, from, count } = piece);
          if (value === inputs[at]) return answered();
        }
        own = served.after(from + at);
        count = 0;
      }
      return asked(own, value);
    };
    const answered = () => {
      const answer = answers[at];
      at += 1;
      return answer === answer ? answer : undefined;
    };
    return (value) => {
      if (count <= at || value !== inputs[at]) return otherwise(value);
      const answer = answers[at];
      at += 1;
      if (answer === answer) return answer;
    };
  };

  const called = (host, name) => freeze((one, two) => {
    try { return copied(host[name](one, two)); } catch (error) { throw again(error); }
  });
  const tradingOf = (host) => freeze({
    get now() { return host.now; },
    get cash() { return host.cash; },
    get equity() { return host.equity; },
    held: called(host, "held"),
    entryPrice: called(host, "entryPrice"),
    room: called(host, "room"),
    submit: called(host, "submit"),
    cancel: called(host, "cancel"),
    replace: called(host, "replace"),
    close: called(host, "close"),
    wakeAt: freeze((symbol, until) => {
      try { host.wakeAt(symbol, until, crossedIn(until)); } catch (error) { throw again(error); }
    }),
    order: called(host, "order"),
    openOrders: called(host, "openOrders"),
  });
  const barsIn = () => {
    const bars = create(null);
    let host, bar;
    return (view) => {
      if (view !== host) { bar = bars[view.symbol] ??= new Bar(view); host = view; }
      return bar;
    };
  };
  /** The list stays the same where ours does. */
  const listsIn = (barOf) => {
    let hosts, list;
    return (views) => {
      if (views === hosts) return list;
      list = [];
      for (let at = 0; at < views.length; at += 1) put(list, at, barOf(views[at]));
      hosts = views;
      return freeze(list);
    };
  };

  const events = (begin) => (setup) => {
    const { parameters, indicators, symbols, trading } = setup;
    const handlers = begin(freeze({
      parameters: copied(parameters), indicators: listed(copied(indicators), "indicator"),
      symbols: copied(symbols), trading: tradingOf(trading),
      linesOf: freeze((symbol) => {
        let lines;
        try { lines = setup.linesOf(symbol); } catch (error) { throw again(error); }
        return linesOf(lines);
      }),
    }));
    if (typeof handlers !== "object" || handlers === null) return handlers;
    const barOf = barsIn();
    const heard = create(null);
    const names = getOwnPropertyNames(handlers);
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at];
      const handler = handlers[name];
      if (typeof handler !== "function") put(heard, name, handler);
      else if (name === "onBar") put(heard, name, toldOf(handler, barOf));
      else if (name === "onBars") {
        const barsOf = listsIn(barOf);
        put(heard, name, (views) => { handler(barsOf(views)); });
      }
      else put(heard, name, (note) => { handler(copied(note)); });
    }
    return heard;
  };

  const toldOf = (handler, barOf) => {
    const onBar = (view) => { handler(barOf(view)); };
    loopsFor.telling(onBar, (view, from, to, stirred) => {
      const bar = barOf(view);
      const now = readingOf(view).bar;
      for (let n = from; n < to; n += 1) {
        now[0] = n;
        handler(bar);
        if (stirred[0] !== 0) return n + 1;
      }
      return to;
    });
    return onBar;
  };

  const eachSymbol = (begin) => (setup) => {
    const decide = begin(setupOf(setup));
    if (typeof decide !== "function") return decide;
    let host, bar;
    const barOf = (view) => {
      if (view !== host) { host = view; bar = new Bar(view); }
      return bar;
    };
    const perBar = (view) => decide(barOf(view));
    loopsFor.asking(perBar, (view, from, to, stirred) => {
      const bar = barOf(view);
      const now = readingOf(view).bar;
      for (let n = from; n < to; n += 1) {
        now[0] = n;
        const target = decide(bar);
        if ((target !== undefined && target !== null) || stirred[0] !== 0) return target;
      }
    });
    return perBar;
  };
  const allSymbols = (begin) => (setup) => {
    const decide = begin(setupOf(setup));
    if (typeof decide !== "function") return decide;
    const barsOf = listsIn(barsIn());
    return (views) => decide(barsOf(views));
  };

  return (strategy) => {
    if (typeof strategy !== "object" || strategy === null) return strategy;
    const {
      parameters, shorts, fractional, forEachSymbol, forAllSymbols, forEvents, ...others
    } = strategy;
    let stranger;
    for (const word in others) stranger ??= word;
    return {
      __proto__: null,
      stranger,
      parameters,
      shorts,
      fractional,
      forEachSymbol: typeof forEachSymbol === "function" ? eachSymbol(forEachSymbol) : forEachSymbol,
      forAllSymbols: typeof forAllSymbols === "function" ? allSymbols(forAllSymbols) : forAllSymbols,
      forEvents: typeof forEvents === "function" ? events(forEvents) : forEvents,
    };
  };
})`;
