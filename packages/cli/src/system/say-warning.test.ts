import { expect, it } from "vitest";
import type { Terminal } from "../terminal.ts";
import { sayWarning } from "./say-warning.ts";

it("says a warning in a line, in which nothing that it quotes steers the terminal", () => {
  const said: string[] = [];
  const stderr = { write: (text: string) => said.push(text) } as unknown as Terminal["stderr"];

  sayWarning({ stderr }, "the bar of \u001b[2Jspoof\u202e\u0007 is a gap");

  expect(said).toEqual(["warning: the bar of ·[2Jspoof·· is a gap\n"]);
});
