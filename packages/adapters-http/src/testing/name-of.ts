import type { Call } from "@sevenfold/contract/calls";

/** "GET /api/orders" */
export const nameOf = ({ method, path }: Pick<Call, "method" | "path">): string =>
  `${method.toUpperCase()} ${path}`;
