import type { MutantGroup } from "./mutant.ts";

const CLIENT = "packages/adapters-persistence/src/answered-client.ts";
const foundBy = (title: string) => ({
  "packages/adapters-persistence/src/answered-client.test.ts": [title],
});
const foundByBackup = (title: string) => ({
  "packages/cli/src/backup/silent-database.test.ts": [title],
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
      replace: "if (hasHeard && this.#slow < SLOW_MAX) this.#timer = this.#armed();\n        else ",
      by: "",
      foundBy: foundBy("keeps a connection on which answers come, however many wait"),
    },
    {
      name: "A server that drips is waited on for ever",
      file: CLIENT,
      replace: "if (hasHeard && this.#slow < SLOW_MAX) ",
      by: "if (hasHeard) ",
      foundBy: {
        ...foundBy("rejects what was asked where bytes come and no answer is whole"),
        ...foundByBackup(
          "gives a backup up where a server lets it in and says a byte now and then, and leaves nothing",
        ),
      },
    },
    {
      name: "A backup waits on a silent server for ever",
      file: "packages/adapters-persistence/src/backup/database-session.ts",
      replace: "new (answeredClient(answerTimeoutMs))({",
      by: "new (answeredClient(2 ** 30))({",
      foundBy: foundByBackup(
        "gives a backup up where a server lets it in and says nothing more, and leaves nothing",
      ),
    },
    {
      name: "A restore waits on a server that falls silent for ever",
      file: "packages/adapters-persistence/src/backup/restore-tables.ts",
      replace: "serverDataSource({ ...pool, answerTimeoutMs, onConnectionLost })",
      by: "serverDataSource({ ...pool, onConnectionLost })",
      foundBy: {
        "packages/adapters-persistence/src/backup/table-dumps.test.ts": [
          "are given up where the server falls silent, and none of them is there",
        ],
      },
    },
    {
      name: "A server that lets nobody in is a fault of the program",
      file: "packages/adapters-persistence/src/backup/database-session.ts",
      replace: "await client.connect().catch(thrown)",
      by: "await client.connect()",
      foundBy: foundByBackup(
        "says of a server that takes connections and is silent that it does not answer",
      ),
    },
    {
      name: "A mail server that drips makes a watch mute",
      file: "packages/adapters-watch/src/mail-notifier.ts",
      replace: "await within(withinMs, sending).catch",
      by: "await sending.catch",
      foundBy: {
        "packages/adapters-watch/src/mail-notifier.test.ts": [
          "is given up where its server says a byte now and then, and never a word",
        ],
      },
    },
    {
      name: "A backup waits for the end of a pipe",
      file: "packages/cli/src/backup/make-backup.ts",
      replace: "found?.isFile() === false",
      by: "found === null",
      foundBy: foundByBackup("does not wait for a journal that is a pipe"),
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
