/** What was opened, to be closed in the opposite order, however far the opening came. */
export class Closing {
  readonly #closers: (() => Promise<unknown> | unknown)[] = [];

  add(close: () => Promise<unknown> | unknown): void {
    this.#closers.push(close);
  }

  /** Closes everything, also when some of it fails; the first failure is thrown at the end. */
  async close(): Promise<void> {
    let failure: unknown;
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
  }
}
