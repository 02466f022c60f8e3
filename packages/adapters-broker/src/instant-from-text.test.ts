import { afterEach, expect, it, vi } from "vitest";
import { instantFromText } from "./instant-from-text.ts";

afterEach(() => vi.unstubAllEnvs());

it.each([
  ["2026-03-11T14:30:00Z", Date.UTC(2026, 2, 11, 14, 30)],
  ["2026-03-11T14:30:00.123456789Z", Date.UTC(2026, 2, 11, 14, 30, 0, 123)],
  ["2026-03-11T10:30:00-04:00", Date.UTC(2026, 2, 11, 14, 30)],
  ["2026-03-11T14:30:00.5+00:00", Date.UTC(2026, 2, 11, 14, 30, 0, 500)],
  ["2026-03-11T14:30:00", Date.UTC(2026, 2, 11, 14, 30)],
  ["2026-03-11T14:30:00.123456", Date.UTC(2026, 2, 11, 14, 30, 0, 123)],
  ["2026-03-11 14:30:00", Date.UTC(2026, 2, 11, 14, 30)],
  ["2026-03-11", Date.UTC(2026, 2, 11)],
  ["", undefined],
  ["soon", undefined],
])("reads %s as the same instant in every zone", (text, at) => {
  for (const zone of ["UTC", "America/New_York", "Asia/Tokyo"]) {
    vi.stubEnv("TZ", zone);
    expect(instantFromText(text)).toBe(at);
  }
});
