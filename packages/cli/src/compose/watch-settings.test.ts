import { describe, expect, it } from "vitest";

import { watchedUrl, watchSettingsFrom } from "./watch-settings.ts";

describe("an address that the watch sends a secret to", () => {
  it.each(["WATCH_WEBHOOK_URL", "WATCH_HEARTBEAT_URL"])(
    "has to be an https:// one, but on this machine: %s",
    (name) => {
      expect(() => watchSettingsFrom({ [name]: "http://hooks.example.com/key" })).toThrow(
        `${name} must be an https:// address; http:// on this machine alone`,
      );
      for (const url of ["https://hooks.example.com/key", "http://127.0.0.1:9/key"])
        expect(() => watchSettingsFrom({ [name]: url })).not.toThrow();
    },
  );

  it("takes a token by https:// alone, and without one by either", () => {
    const [open, guarded] = ["http://trade.example.com", "https://trade.example.com"];

    expect(() => watchedUrl(open, "sf_secret")).toThrow("WATCH_TOKEN is not sent by http://");
    expect(watchedUrl(guarded, "sf_secret")).toBe(guarded);
    expect(watchedUrl(open, undefined)).toBe(open);
  });
});
