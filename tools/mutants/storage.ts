import type { MutantGroup } from "./mutant.ts";

export const STORAGE: MutantGroup = {
  breaks: "Rows, and who may change them at once",
  mutants: [
    {
      name: "An account's row is read without its lock",
      file: "packages/adapters-persistence/src/accounts/typeorm-account-store.ts",
      replace: "} FOR UPDATE`",
      by: "}`",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "loses no write of twenty transactions on one account at once",
        ],
      },
    },
    {
      name: "An order's row is changed without its lock",
      file: "packages/adapters-persistence/src/orders/typeorm-order-store.ts",
      replace: "} FOR UPDATE`",
      by: "}`",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "applies every change of an order when twenty come at once",
        ],
      },
    },
    {
      name: "A sale's row is changed without its lock",
      file: "packages/adapters-persistence/src/sales/typeorm-sale-store.ts",
      replace: "{ where: { id }, ...FOR_UPDATE }",
      by: "{ where: { id } }",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "loses none of twenty changes of one sale made at once",
        ],
      },
    },
    {
      name: "Settings are changed without their lock",
      file: "packages/adapters-persistence/src/settings/typeorm-settings-store.ts",
      replace: " FOR UPDATE`;",
      by: "`;",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "loses none of twenty changes of one account's settings made at once",
        ],
      },
    },
    {
      name: "The lease may change hands while its holder writes",
      file: "packages/adapters-persistence/src/leases/typeorm-lease-store.ts",
      replace: "WHERE broker_profile_id = $1 AND epoch = $2 FOR KEY SHARE`;",
      by: "WHERE broker_profile_id = $1 AND epoch = $2`;",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "lets nobody take an account while twenty who asked for its lease write for it",
        ],
      },
    },
    {
      name: "A lease that another has is renewed for who had it before",
      file: "packages/adapters-persistence/src/leases/typeorm-lease-store.ts",
      replace: "WHERE owner = $1 FOR NO KEY UPDATE",
      by: "WHERE $1 <> '' FOR NO KEY UPDATE",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "renews none that somebody else has had, that was given back, or that nobody ever had",
        ],
      },
    },
    {
      name: "A lease is renewed under an epoch that is over",
      file: "packages/adapters-persistence/src/leases/typeorm-lease-store.ts",
      replace: "JOIN asked ON broker_profile_id = asked.id AND leases.epoch = asked.epoch",
      by: "JOIN asked ON broker_profile_id = asked.id",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "renews none that somebody else has had, that was given back, or that nobody ever had",
        ],
      },
    },
    {
      name: "No lease is renewed while somebody writes under it",
      file: "packages/adapters-persistence/src/leases/typeorm-lease-store.ts",
      replace: "FOR NO KEY UPDATE OF leases SKIP LOCKED",
      by: "FOR UPDATE OF leases SKIP LOCKED",
      foundBy: {
        "packages/adapters-persistence/src/leases-at-once.test.ts": [
          "are renewed while every connection is taken, also those that are written under",
        ],
      },
    },
    {
      name: "Renewing leases waits for a connection of the pool",
      file: "packages/adapters-persistence/src/typeorm-storage.ts",
      replace: "options.isUrgent ? await urgent() : dataSource",
      by: "dataSource",
      foundBy: {
        "packages/adapters-persistence/src/leases-at-once.test.ts": [
          "are renewed while every connection is taken, also those that are written under",
        ],
      },
    },
    {
      name: "Accounts are held for writing that somebody else is writing for",
      file: "packages/adapters-persistence/src/leases/typeorm-lease-store.ts",
      replace: "FOR KEY SHARE OF accounts, leases SKIP LOCKED",
      by: "FOR KEY SHARE OF leases SKIP LOCKED",
      foundBy: {
        "packages/adapters-persistence/src/leases-at-once.test.ts": [
          "hold several accounts for writing but those that somebody writes for, and keeps others out",
        ],
      },
    },
    {
      name: "What fails for several accounts is tried with none alone",
      file: "packages/application/src/trading/account/keep-together.ts",
      replace: "if (1 < some.length) await written;",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/keep-together.test.ts": [
          "is written for the others where that of one cannot be",
        ],
      },
    },
    {
      name: "An account whose lease another had goes on",
      file: "packages/application/src/trading/session/keep-leases.ts",
      replace: "else if (lost.has(followed.id) && !followed.ending.signal.aborted) {",
      by: "else if (lost.has(followed.id) && followed.ending.signal.aborted) {",
      foundBy: {
        "packages/application/src/trading/session/keep-leases.test.ts": [
          "end the account once somebody else has had it, also where it is free again",
        ],
      },
    },
    {
      name: "An expired lease keeps its epoch",
      file: "packages/adapters-persistence/src/leases/typeorm-lease-store.ts",
      replace: "THEN epoch ELSE epoch + 1 END",
      by: "THEN epoch ELSE epoch END",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "never gives an epoch twice, also after a release or an expiry",
        ],
      },
    },
    {
      name: "A lease that has not run out is given away",
      file: "packages/adapters-persistence/src/leases/typeorm-lease-store.ts",
      replace: "AND (owner = $2 OR expires_at <=",
      by: "AND (owner = $2 OR expires_at >",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "gives a lease to one owner at a time, and fences the one before",
        ],
      },
    },
    {
      name: "A sale is run by two processes at once",
      file: "packages/adapters-persistence/src/sales/typeorm-sale-store.ts",
      replace: "OR (taken_up->>'until')::bigint <=",
      by: "OR (taken_up->>'until')::bigint >",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "is taken up by one at a time, for as long as the storage's clock says, and no more once it has ended",
        ],
      },
    },
    {
      name: "A failed transaction is committed as far as it came",
      file: "packages/adapters-persistence/src/transaction.ts",
      replace: "runner.rollbackTransaction()",
      by: "runner.commitTransaction()",
      foundBy: {
        "packages/adapters-persistence/src/server-storage.test.ts": [
          "keeps nothing of a transaction that throws",
        ],
      },
    },
    {
      name: "A commit that the server turned into a rollback counts as one",
      file: "packages/adapters-persistence/src/transaction.ts",
      replace: 'ended.value.command !== "COMMIT"',
      by: 'ended.value.command === ""',
      foundBy: {
        "packages/adapters-persistence/src/writes.test.ts": [
          "a write that fails undoes its transaction, and is what is told of",
        ],
      },
    },
    {
      name: "A write that failed is not told of where the transaction ends",
      file: "packages/adapters-persistence/src/transaction.ts",
      replace: "throw isTakenBack ? takenBack(error) : error;",
      by: "void error;",
      foundBy: {
        "packages/adapters-persistence/src/writes.test.ts": [
          "a write that fails undoes its transaction, and is what is told of",
        ],
      },
    },
    {
      name: "A write leaves before it is known that its transaction has begun",
      file: "packages/adapters-persistence/src/transaction.ts",
      replace: "if (!client || !isOnlyRead(statement))",
      by: "if (!client)",
      foundBy: {
        "packages/adapters-persistence/src/transaction.test.ts": [
          "sends no write before it is known to have begun: asked",
        ],
      },
    },
    {
      name: "A row that was read is taken for locked where no transaction had begun",
      file: "packages/adapters-persistence/src/transaction.ts",
      replace: "askTogether(client, statement), beginnings.get(runner)]",
      by: "askTogether(client, statement)]",
      foundBy: {
        "packages/adapters-persistence/src/transaction.test.ts": [
          "takes no answer to a read where it had not begun",
        ],
      },
    },
    {
      name: "Money within JSON goes through a float",
      file: "packages/adapters-persistence/src/statement.ts",
      replace: 'return type === "numeric" || type',
      by: "return type",
      foundBy: {
        "packages/adapters-persistence/src/writes.test.ts": [
          "plain statements write and read the same rows, also as JSON within another row",
        ],
      },
    },
    {
      name: "What a write clears stays as it was",
      file: "packages/adapters-persistence/src/row.ts",
      replace: ".map(({ property }) => [property, null]);",
      by: ".map(({ property }) => [property, undefined]);",
      foundBy: {
        "packages/adapters-persistence/src/writes.test.ts": [
          "an overwritten row keeps nothing of the one before",
        ],
      },
    },
    {
      name: "A text that was cut within a character keeps its row from being written",
      file: "packages/adapters-persistence/src/statement.ts",
      replace: "value.toWellFormed()",
      by: "value",
      foundBy: {
        "packages/adapters-persistence/src/writes.test.ts": [
          "a text that was cut within a character is kept, and a row with a zero character is not",
        ],
      },
    },
    {
      name: "A hot query asks in other words than its index has",
      file: "packages/adapters-persistence/src/orders/typeorm-order-store.ts",
      replace: '"attempts > 0 AND',
      by: '"attempts <> 0 AND',
      foundBy: {
        "packages/adapters-persistence/src/hot-queries.test.ts": [
          "is asked by index once its rows were counted, at first and for good",
        ],
      },
    },
    {
      name: "Of two who take over a dead process's folder both get it",
      file: "packages/adapters-persistence/bin/lock-file.mjs",
      replace: "if (newestNumber(path) !== own) {",
      by: "if (newestNumber(path) < 0) {",
      foundBy: {
        "packages/adapters-persistence/src/folder-lock.test.ts": [
          "stands back where others took the folder over twice since it looked",
        ],
      },
    },
    {
      name: "What was on its way to other processes as the line was cut is lost",
      file: "packages/adapters-persistence/src/announcements/postgres-announcer.ts",
      replace: "      for (const each of told) this.#wait(each);\n",
      by: "",
      foundBy: {
        "packages/adapters-persistence/src/announcements/postgres-announcer.test.ts": [
          "is sent again where the line was cut while it was on its way",
        ],
      },
    },
  ],
};
