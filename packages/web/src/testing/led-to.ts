import { afterEach, beforeEach, vi } from "vitest";

/** Addresses outside the program that the pages of a test have sent the browser to. */
export function holdBrowser(): readonly string[] {
  const ledTo: string[] = [];
  beforeEach(() => {
    ledTo.length = 0;
    vi.spyOn(location, "assign").mockImplementation((to) => void ledTo.push(String(to)));
  });
  afterEach(() => vi.restoreAllMocks());
  return ledTo;
}
