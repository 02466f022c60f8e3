import { describe } from "vitest";

import { playQuarter } from "./play-quarter.ts";

describe("simulated days", () => {
  playQuarter(4);
});
