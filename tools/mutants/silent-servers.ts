import type { MutantGroup } from "./mutant.ts";

const CLIENT = "packages/adapters-persistence/src/answered-client.ts";
const foundBy = (title: string) => ({
  "packages/adapters-persistence/src/answered-client.test.ts": [title],
});

export const SILENT_SERVERS: MutantGroup = {
  breaks: "Servers that nothing is heard of, and nobody says so",
  mutants: [
    {
      name: "A connection to the database is waited on for ever",
      file: "packages/adapters-persistence/src/data-source.ts",
      replace:
        "      ...(answerTimeoutMs !== undefined && { Client: answeredClient(answerTimeoutMs) }),\n",
      by: "",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "gives up connections on which nothing is answered, and works on new ones",
        ],
      },
    },
    {
      name: "A server that answers one of many late is given up",
      file: CLIENT,
      replace: "if (stream?.bytesRead !== before) this.#timer = this.#armed();\n        else ",
      by: "",
      foundBy: foundBy("keeps a connection on which answers come, however many wait"),
    },
    {
      name: "A process that stood still does not read what came meanwhile",
      file: CLIENT,
      replace: "setTimeout(() => setImmediate(look), timeoutMs)",
      by: "setTimeout(look, timeoutMs)",
      foundBy: foundBy("keeps a connection whose answer came while the process stood still"),
    },
    {
      name: "The silence before a question counts",
      file: CLIENT,
      replace: "        clearTimeout(this.#timer);\n        this.#timer = undefined;\n",
      by: "",
      foundBy: foundBy("counts no silence while nothing is asked"),
    },
  ],
};
