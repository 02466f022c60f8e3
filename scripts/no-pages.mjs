/** What a server answers beside the pages, as vite takes it: calls, health, and simulated payments. */
export const NO_PAGES = "^/(api|healthz|readyz|metrics|simulated-payments)(/|\\?|$)";
