import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { lifeOf } from "../sign-in/sign-in-cookie.ts";
import { liveTimesOf } from "./live-defaults.ts";

describe("an open window", () => {
  it("always keeps its sign-in in use, however short the idle time is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 86_400_000 }), (idleMs) => {
        const options = { signInLife: { idleMs } };

        // Looked at just before it would be noted, it is noted at the next look.
        expect(lifeOf(options).noteUseMs + liveTimesOf(options).recheckEveryMs).toBeLessThan(
          idleMs,
        );
      }),
    );
  });
});
