import type { Log } from "../../ports/log.ts";

/** The log as the work of one account has it: each line names the account. */
export function logOfAccount(log: Log, accountId: string): Log {
  return {
    info: (event, facts) => log.info(event, { accountId, ...facts }),
    warn: (event, facts) => log.warn(event, { accountId, ...facts }),
    error: (event, facts) => log.error(event, { accountId, ...facts }),
  };
}
