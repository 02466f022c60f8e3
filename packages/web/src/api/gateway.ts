const STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** What stands between says that Sevenfold itself did not answer; its own refusals are JSON. */
export const isFromGateway = ({ headers, status }: Response): boolean =>
  STATUSES.has(status) && headers.get("content-type")?.startsWith("application/json") !== true;
