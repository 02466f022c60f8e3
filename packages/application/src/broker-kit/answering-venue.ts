import type { Broker } from "../ports/broker.ts";
import { RuleBroken } from "./rule-broken.ts";
import type { BenchVenue } from "./venue-bench.ts";

/** The venue, on which a submit or a cancel that rejects breaks the rule by its name. */
export const answeringVenue = (venue: BenchVenue): BenchVenue =>
  changed(venue, { connect: (options) => answering(venue.connect(options)) });

const answering = (broker: Broker): Broker =>
  changed(broker, {
    submit: async (order) => {
      try {
        return await broker.submit(order);
      } catch (error) {
        throw unanswered("submit", error);
      }
    },
    cancel: async (order) => {
      try {
        return await broker.cancel(order);
      } catch (error) {
        throw unanswered("cancel", error);
      }
    },
  });

const unanswered = (name: keyof Broker, error: unknown): RuleBroken =>
  new RuleBroken(`${name} rejected with ${String(error)}; it has to answer`);

/** Adapters may be objects of classes, whose methods no spread would copy. */
function changed<Kind extends object>(kept: Kind, members: Partial<Kind>): Kind {
  return new Proxy(kept, {
    get(_, name) {
      if (name in members) return Reflect.get(members, name);
      const member: unknown = Reflect.get(kept, name, kept);
      return typeof member === "function" ? member.bind(kept) : member;
    },
  });
}
