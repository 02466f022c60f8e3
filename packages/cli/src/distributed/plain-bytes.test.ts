import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOfPlain, plainFromBytes } from "./plain-bytes.ts";

const arrays = fc.oneof(
  fc.float64Array({ maxLength: 9 }),
  fc.int32Array({ maxLength: 9 }),
  fc.uint8Array({ maxLength: 9 }),
);
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    fc.string(),
    fc.double().filter((each) => !Object.is(each, -0)),
    arrays,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((name) => !/^\$|^__proto__$/.test(name)),
      tie("value"),
      {
        maxKeys: 4,
        noNullPrototype: true,
      },
    ),
  ),
})).value;

describe("plain values as bytes", () => {
  it("always come back as they were", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(plainFromBytes(bytesOfPlain(value))).toEqual(value);
      }),
    );
  });

  it("are the same bytes for the same value, wherever its arrays lie", () => {
    const memory = new Float64Array([0, 1, 2, 3]);
    expect(bytesOfPlain({ close: memory.subarray(1, 3) })).toEqual(
      bytesOfPlain({ close: Float64Array.of(1, 2) }),
    );
  });

  it("lie in memory that threads share where that is asked for", () => {
    const bytes = bytesOfPlain({ close: Float64Array.of(1, 2), day: Int32Array.of(3) });
    const { close, day } = plainFromBytes(bytes, (size) => new SharedArrayBuffer(size)) as {
      readonly close: Float64Array;
      readonly day: Int32Array;
    };

    expect(close.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect([...close, ...day]).toEqual([1, 2, 3]);
  });

  it("leave out what is absent, and refuse what is not plain", () => {
    expect(plainFromBytes(bytesOfPlain({ one: undefined, two: 2 }))).toEqual({ two: 2 });
    for (const value of [new Map(), () => 1, 1n, { at: new Date() }, [new BigInt64Array(1)]])
      expect(() => bytesOfPlain(value)).toThrow(/cannot be sent$/);
  });

  it("never read beyond themselves, whatever the bytes are", () => {
    const whole = bytesOfPlain({ close: Float64Array.of(1, 2, 3), name: "AAPL" });
    const placing = (text: string) => {
      const words = new TextEncoder().encode(text);
      const bytes = new Uint8Array(8 + words.length);
      new DataView(bytes.buffer).setFloat64(0, words.length, true);
      bytes.set(words, 8);
      return bytes;
    };
    const forged = [
      ...Array.from({ length: whole.length }, (_, length) => whole.subarray(0, length)),
      placing('{"$array":"Float64Array","at":0,"length":1}'),
      placing('{"$array":"Float64Array","at":-8,"length":0}'),
      placing('{"$array":"constructor","at":0,"length":0}'),
      placing('{"$array":"Float64Array","at":0,"length":1e300}'),
    ];
    for (const bytes of forged) expect(() => plainFromBytes(bytes)).toThrow();
  });
});
