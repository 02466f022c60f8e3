import { protocolBench, SUSPENDED } from "@sevenfold/adapters-broker/bench/protocol-bench";
import { pocketBroker } from "./pocket-broker.ts";
import { pocketServer } from "./pocket-server.ts";

const refusal = (error: string) => ({ status: 422, body: JSON.stringify({ error }) });

/** What `sevenfold adapter test` asks a module for. */
export const bench = protocolBench({
  name: "pocket",
  capabilities: [
    "lost-answers",
    "wire-faults",
    "stream-breaks",
    "held-cancels",
    "late-fills",
    "single-fills",
    "later-ends",
    "strange-states",
    "day-end",
    "foreign-orders",
    "extended-hours",
    "dotted-symbols",
    "wrong-keys",
    "revoked-keys",
    "telling-refusals",
    "suspended-accounts",
    "rate-limits",
  ],
  manners: {
    callOf(method, path) {
      if (method === "POST" && path === "/orders") return "submit";
      return method === "DELETE" ? "cancel" : "read";
    },
    tooMany: { status: 429, body: '{"error":"Pocket is asked too often."}' },
    refusal,
  },
  serve: pocketServer,
  async enter({ secretKey, url, wire }) {
    return {
      secrets: [secretKey],
      connect: ({ keys = "issued", patience = "usual" } = {}) =>
        pocketBroker({
          url,
          token: keys === "issued" ? secretKey : "never-issued",
          timeoutMs: patience === "short" ? 2_000 : 10_000,
          pollMs: 20,
        }),
      // Nothing is pushed: a broken line shows when lists cannot be read.
      breakStream: async () => wire.breakCalls({ on: "read", fault: "hang-up-before" }),
      mendStream: wire.mendCalls,
      useStrangeStates: () =>
        wire.rewriteAnswers((body) => body.replaceAll('"state":"open"', '"state":"napping"')),
      suspendAccount() {
        wire.answerInstead(refusal(SUSPENDED), "submit");
        wire.rewriteAnswers((body) => body.replace('"frozen":false', '"frozen":true'));
      },
    };
  },
});
