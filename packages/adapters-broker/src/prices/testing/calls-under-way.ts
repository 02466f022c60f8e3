import { subscribe, unsubscribe } from "node:diagnostics_channel";

interface CallNews {
  readonly request: { readonly origin?: string | URL };
}

const BEGUN = "undici:request:create";
const ENDED = ["undici:request:trailers", "undici:request:error"] as const;

/** Counts what `fetch` has asked of some origins and has no end of yet. */
export function callsUnderWay(origins: readonly string[]): {
  count(): number;
  close(): void;
} {
  const open = new Set<object>();
  const begin = (news: unknown) => {
    const { request } = news as CallNews;
    if (origins.includes(String(request.origin))) open.add(request);
  };
  const end = (news: unknown) => void open.delete((news as CallNews).request);
  subscribe(BEGUN, begin);
  for (const channel of ENDED) subscribe(channel, end);
  return {
    count: () => open.size,
    close() {
      unsubscribe(BEGUN, begin);
      for (const channel of ENDED) unsubscribe(channel, end);
    },
  };
}
