/**
 * Part of the enclosure of a strategy: lines, made anew in its context. Where they are waited for, the
 * engine is handed its own again.
 */
export const ENCLOSED_LINES = `  /** A name that there is none of is told with those that there are. */
  const listed = (named, kind) => new Wrapped(named, freeze({
    __proto__: null,
    get(own, name) {
      if (typeof name !== "string" || name in own) return own[name];
      throw new Fault("there is no " + kind + " " + name + "; there are " + join(getOwnPropertyNames(own)));
    },
  }));
  const join = (names) => {
    let words = "";
    for (let at = 0; at < names.length; at += 1) words += (at === 0 ? "" : ", ") + names[at];
    return words;
  };

  /** Its host is handed back to us alone, when it is waited for. */
  let hostOf;
  class Line {
    #host;
    constructor(host) { this.#host = host; freeze(this); }
    get now() { try { return this.#host.now; } catch (error) { throw again(error); } }
    static {
      hostOf = (value) =>
        typeof value === "object" && value !== null && #host in value ? value.#host : value;
    }
  }
  freeze(Line.prototype);
  freeze(Line);

  const linesOf = (host) => {
    const own = { close: new Line(host.close) };
    const names = getOwnPropertyNames(host);
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at];
      if (name === "close") continue;
      put(own, name, freeze((bars) => {
        let line;
        try { line = host[name](bars); } catch (error) { throw again(error); }
        return new Line(line);
      }));
    }
    return listed(freeze(own), "line");
  };
  /** The lines that are waited for to cross are handed on as ours. */
  const crossedIn = (until) => {
    if (typeof until !== "object" || until === null) return undefined;
    const { crossing } = until;
    if (!isArray(crossing)) return undefined;
    return { length: crossing.length, 0: hostOf(crossing[0]), 1: hostOf(crossing[1]) };
  };`;
