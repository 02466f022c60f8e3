/** Works on each in the order given, so many at a time. Throws what failed first, and begins no more. */
export async function atOnce<Item>(
  items: Iterable<Item>,
  max: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let isOver = false;
  const lane = async () => {
    for (let next = rest.next(); !next.done && !isOver; next = rest.next())
      await work(next.value).catch((error: unknown) => {
        isOver = true;
        throw error;
      });
    isOver = true;
  };
  // No more of them than there are items for.
  const lanes: Promise<void>[] = [];
  while (lanes.length < max && !isOver) lanes.push(lane());
  await Promise.all(lanes);
}
