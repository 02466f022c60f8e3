import { openStorage } from "../open-storage.ts";

// Puts every sealed value of the data folder under the key it is given, three rows at a time, and
// says each page it has committed. After as many pages as it is told it halts in the midst of one.
const [dataFolder = "", keyId = "", pagesMax = "Infinity"] = process.argv.slice(2);
const { sealedValues } = await openStorage({ dataFolder });
let pages = 0;
const halted = () => new Promise<never>(() => setInterval(() => undefined, 60_000));
for (const column of sealedValues.columns) {
  let after: string | undefined;
  do {
    const page = { notUnder: keyId, after, limit: 3 };
    const done = await sealedValues.reseal(column, page, async (sealed) =>
      pages < Number(pagesMax) ? sealed.replace(/^2\.[^.]*/, `2.${keyId}`) : halted(),
    );
    pages += 1;
    process.stdout.write(`${column.column} ${done.resealed}\n`);
    after = done.next;
  } while (after !== undefined);
}
process.stdout.write("done\n");
process.exit(0);
