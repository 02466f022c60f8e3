/** Works on each in the order given, so many at a time. Throws what failed first, and begins no more. */
export async function atOnce<Item>(
  items: Iterable<Item>,
  max: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let hasFailed = false;
  const lane = async () => {
    for (let next = rest.next(); !next.done && !hasFailed; next = rest.next())
      await work(next.value).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: max }, lane));
}
