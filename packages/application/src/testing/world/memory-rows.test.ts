import { describe, expect, it } from "vitest";

import { type ChangedRows, MemoryRows } from "./memory-rows.ts";

const GROUP = "an account";

const opened = () => {
  const changed: ChangedRows = new Set();
  const inside = new MemoryRows<string>(changed);
  return { inside, outside: inside.otherView(new Set()) };
};

describe("rows in memory", () => {
  it("are read as they are after each commit, by whoever read them before", () => {
    const { inside, outside } = opened();
    inside.put(GROUP, "one", "first");
    inside.commit();
    const before = outside.rows(GROUP);
    inside.put(GROUP, "two", "second");

    expect(inside.rows(GROUP)).toEqual(["first", "second"]);
    expect(outside.rows(GROUP)).toEqual(["first"]);
    inside.commit();
    expect(outside.rows(GROUP)).toEqual(["first", "second"]);
    expect(before).toEqual(["first"]);
  });

  it("are as they were once a change is rolled back", () => {
    const { inside } = opened();
    inside.put(GROUP, "one", "first");
    inside.commit();
    inside.put(GROUP, "one", "other");

    expect(inside.rows(GROUP)).toEqual(["other"]);
    inside.rollBack();
    expect(inside.rows(GROUP)).toEqual(["first"]);
  });

  it("come in the order they were added, one that was taken out and put back last", () => {
    const { inside } = opened();
    for (const key of ["one", "two"]) inside.put(GROUP, key, key);
    inside.commit();
    inside.remove(GROUP, "one");
    inside.put(GROUP, "one", "again");
    inside.commit();

    expect(inside.rows(GROUP)).toEqual(["two", "again"]);
  });
});
