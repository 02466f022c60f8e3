/** Work that has begun; `done` is settled when it has come to its end. */
export interface Begun {
  readonly done: Promise<void>;
}

/**
 * Begins the work of each in the order given, with no more than so many under way. The first goes
 * ahead alone: what would stop them all is learned from one. A failure begins nothing more, and is
 * thrown once what is under way has come to rest.
 */
export async function sideBySide<Item>(
  items: Iterable<Item>,
  atOnceMax: number,
  begin: (item: Item) => Promise<Begun>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let roomFor = 1;
  for (const item of items) {
    while (roomFor <= underWay.size) await Promise.race(underWay);
    if (0 < failures.length) break;
    try {
      const { done } = await begin(item);
      const ended: Promise<void> = done
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          underWay.delete(ended);
          roomFor = atOnceMax;
        });
      underWay.add(ended);
    } catch (error) {
      failures.push(error);
    }
  }
  await Promise.all(underWay);
  if (0 < failures.length) throw failures[0];
}
