import type { Endpoint } from "@sevenfold/contract/endpoint";

import { CONTRACT_LINES as NAMED_LINES } from "../openapi/contract-lines.ts";

/** Every call the contract declares, whoever serves it. */
export const CONTRACT_LINES: readonly Endpoint[] = NAMED_LINES.map(({ endpoint }) => endpoint);

export const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string =>
  `${method.toUpperCase()} ${path}`;
