import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** Undefined before it is named, and again once it is served: what it started may go on for long. */
interface InHand {
  id: string | undefined;
}

const inHand = new AsyncLocalStorage<InHand>();

/** Of a sender's own ids; a longer one, or one of other letters, is not passed on. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** The id of the request that is served where this is asked; undefined outside of any. */
export const requestInHand = (): string | undefined => inHand.getStore()?.id;

/** What a sender, or a proxy in front, calls the request; undefined where that is not well-formed. */
export function givenId({ headers }: Pick<IncomingMessage, "headers">): string | undefined {
  const given = headers["x-request-id"];
  return typeof given === "string" && WELL_FORMED.test(given) ? given : undefined;
}

/** Until it is served, whatever is done for this request knows it by this id. */
export function nameInHand(requestId: string): void {
  const hand = inHand.getStore();
  if (hand) hand.id = requestId;
}

/** Serves each request as the one in hand: until its work has ended and its answer is out. */
export const oneInHand =
  (serve: Serve) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const hand: InHand = { id: undefined };
    let left = 2;
    const end = () => {
      left -= 1;
      if (left === 0) hand.id = undefined;
    };
    response.once("close", end);
    void inHand.run(hand, () => serve(request, response)).then(end, end);
  };
