import { ANNOUNCEMENT_TOPICS } from "@sevenfold/application/ports/announcer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MISSED, noticesOf, toldBy } from "./notices.ts";

const id = fc.oneof(fc.uuid(), fc.constant(""), fc.string({ unit: "binary", maxLength: 40 }));
const told = fc.oneof(
  { weight: 9, arbitrary: fc.record({ accountId: id, userId: id, topic: topic() }) },
  { weight: 1, arbitrary: fc.constant(MISSED) },
);

describe("notices", () => {
  it("carry whatever is told, in its order, in payloads the server takes", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.array(told, { maxLength: 400 }), (from, all) => {
        const payloads = [...noticesOf(from, all)];

        for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
        const notices = payloads.map((payload) => toldBy(payload)!);
        expect(notices.flatMap((notice) => notice.told)).toEqual(all);
        for (const notice of notices) expect(notice.from).toBe(from);
      }),
    );
  });

  it("are not what others write", () => {
    const uuid = "0b2f6c1e-4d0a-4f6e-9d53-6d1f0f3f2a11";
    for (const payload of [
      "",
      "[",
      "{}",
      "null",
      "[]",
      "[7]",
      `["${uuid}",null]`,
      `["${uuid}","heard"]`,
      `["${uuid}",["a","u","of-a-later-version"]]`,
      `["${uuid}",["a",7,"orders"]]`,
    ])
      expect(toldBy(payload)).toBeUndefined();
  });
});

function topic() {
  return fc.constantFrom(...ANNOUNCEMENT_TOPICS);
}
