import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { hearLostReader } from "./lost-reader.ts";

function heard(staysUp: boolean) {
  const said: string[] = [];
  const stdout = new EventEmitter();
  const stderr = Object.assign(new EventEmitter(), { write: (text: string) => said.push(text) });
  hearLostReader({ stdout, stderr, exit: (code) => said.push(`exit ${code}`) }, staysUp);
  return { said, stdout, stderr };
}
const refused = (code: string) => Object.assign(new Error(`write ${code}`), { code });

describe("a process that nobody reads", () => {
  it("ends well, for nothing is left to say", () => {
    const { said, stdout } = heard(false);

    stdout.emit("error", refused("EPIPE"));

    expect(said).toEqual(["exit 0"]);
  });

  it("says where its result cannot be written", () => {
    const { said, stdout } = heard(false);

    stdout.emit("error", refused("ENOSPC"));

    expect(said).toEqual(["sevenfold: the result cannot be written: the disk is full\n", "exit 1"]);
  });

  it.each([true, false])("goes on without whoever read its warnings (stays up: %s)", (staysUp) => {
    const { said, stderr } = heard(staysUp);

    expect(() => stderr.emit("error", refused("EPIPE"))).not.toThrow();
    expect(said).toEqual([]);
  });

  it.each(["EPIPE", "ENOSPC"])(
    "goes on where it stays up, until it is asked to end: %s",
    (code) => {
      const { said, stdout } = heard(true);

      stdout.emit("error", refused(code));

      expect(said).toEqual([]);
    },
  );
});
