import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MovedSlots } from "./moved-slots.ts";

const slotsOf = (moved: MovedSlots) =>
  Array.from({ length: moved.count }, (_, number) => moved.at(number));

describe("slots that moved", () => {
  it("always are each once, in the order they came first, since they were last cleared", () => {
    const looks = fc.array(fc.array(fc.nat(200)), { maxLength: 6 });
    fc.assert(
      fc.property(looks, (all) => {
        const moved = new MovedSlots();
        for (const slots of all) {
          for (const slot of slots) moved.add(slot);
          expect(slotsOf(moved)).toEqual([...new Set(slots)]);
          moved.clear();
          expect(moved.count).toBe(0);
        }
      }),
    );
  });
});
