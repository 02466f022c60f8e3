/** What a promise comes to; undefined as soon as the signal says so. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  let end = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal?.removeEventListener("abort", end);
  }
}
