import { instant } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";

import { openJournalFile } from "../exchange-journal-file.ts";

// A process of its own, to be killed while it writes: prints each account it was told is kept.
const path = process.argv.at(-1) ?? "";
const journal = await openJournalFile(path, { seed: 7, volatility: 2 });
for (let count = journal.entries.length; ; count += 1) {
  const at = instant(count);
  const account = {
    id: `account-${count}`,
    number: "PA",
    keyId: `key-${count}`,
    secretDigest: "x".repeat(4_000),
    cash: money(0),
    openedAt: at,
  };
  await journal.append([{ type: "account-opened", at, account }]);
  process.stdout.write(`${count}\n`);
}
