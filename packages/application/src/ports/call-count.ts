/**
 * Calls to brokers, as the processes that make them tell one another: what a broker lets an account
 * make in a minute is one number, whoever makes them. Best effort, and a moment late.
 */
export interface CallCount {
  /** This process has made so many calls for the account. */
  made(accountId: string, count: number): void;
  /** Hears what others made, until the returned function is called. */
  listen(hear: (accountId: string, count: number) => void): () => void;
}
