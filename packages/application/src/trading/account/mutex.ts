/** One at a time, in the order asked for: what writes an account's rows and its book takes it. */
export interface Mutex {
  take<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function openMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const done = last.then(work);
      // The next one comes also after a failure, which belongs to whoever asked for the work.
      last = done.catch(() => undefined);
      return done;
    },
  };
}
