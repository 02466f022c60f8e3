/** One at a time, in the order asked for: what writes an account's rows and its book takes a turn. */
export interface Mutex {
  take<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function openMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const turn = last.then(work);
      // The next one comes also after a failure, which belongs to whoever asked for the work.
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
