import { expect, inject, vi } from "vitest";
import { testLimitOf } from "./test-limits.ts";

// Before a file's tests are collected: each takes the limit that stands then.
const limit = testLimitOf(expect.getState().testPath ?? "", inject("propertyTimes"));
vi.setConfig({ testTimeout: limit, hookTimeout: limit });
