// @vitest-environment happy-dom
import { act, render, renderHook, screen } from "@testing-library/react";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetUser } from "../api/signed-in.ts";
import {
  forgetNotices,
  ownNotices,
  resumeNotices,
  tellError,
  tellSuccess,
  useNewestNotice,
  useNotices,
} from "./notices.ts";

const KEPT_AS = "sevenfold.activity";

beforeEach(() => {
  sessionStorage.clear();
  forgetNotices();
  resumeNotices();
});

describe("the activity log", () => {
  it("is the same after a reload, and says nothing in it again", () => {
    tellSuccess("Demo access granted", "Welcome to the Sevenfold demo!");
    tellError("Order Failed", "You hold 0 and asked to sell 1.");
    const before = shown();

    act(resumeNotices);

    expect(before.log).toEqual(["Order Failed", "Demo access granted"]);
    expect(before.newest).toBe("Order Failed");
    expect(shown()).toEqual({ log: before.log, newest: "nothing" });
  });

  it("is there from the first moment of the page that follows", async () => {
    tellSuccess("Sync Complete");
    vi.resetModules();
    const { useNotices: useNoticesOfNextPage } = await import("./notices.ts");
    const { result } = renderHook(() => useNoticesOfNextPage().map(({ title }) => title));

    expect(result.current).toEqual(["Sync Complete"]);
  });

  it("says what is new after a reload, and keeps it beside the old", () => {
    tellSuccess("Sync Complete");
    resumeNotices();
    tellSuccess("Configuration Saved");

    expect(shown()).toEqual({
      log: ["Configuration Saved", "Sync Complete"],
      newest: "Configuration Saved",
    });
  });

  it("never shows one person what another was told", () => {
    tellSuccess("Demo access granted");
    ownNotices("one");
    expect(shown().log).toEqual(["Demo access granted"]);
    resumeNotices();
    ownNotices("other");

    expect(shown().log).toEqual([]);
  });

  it("is forgotten at sign-out, by the browser too", async () => {
    ownNotices("one");
    tellError("Order Failed", "You hold 0 and asked to sell 1.");
    await act(forgetUser);

    expect(shown().log).toEqual([]);
    expect(sessionStorage.getItem(KEPT_AS)).not.toContain("Order Failed");
  });

  it("begins empty with whatever else stands in the browser's storage", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), logs), (stored) => {
        sessionStorage.setItem(KEPT_AS, stored);
        act(resumeNotices);

        expect(shown()).toEqual({ log: [], newest: "nothing" });
      }),
    );
  });

  it("keeps the newest two hundred", () => {
    for (let count = 0; count < 201; count++) tellSuccess(`Notice ${count}`);
    resumeNotices();

    const { log } = shown();
    expect(log).toHaveLength(200);
    expect(log[0]).toBe("Notice 200");
  });
});

/** Logs whose lines are none. */
const logs = fc
  .array(fc.record({ id: fc.string(), at: fc.anything(), title: fc.anything() }), { minLength: 1 })
  .map((notices) =>
    JSON.stringify({ notices }, (_, value) => (typeof value === "bigint" ? 0 : value)),
  );

function shown() {
  const { container, unmount } = render(<Shown />);
  const log = [...container.querySelectorAll("li")].map(({ textContent }) => textContent);
  const newest = screen.getByRole("status").textContent;
  unmount();
  return { log, newest };
}

function Shown() {
  const newest = useNewestNotice();
  return (
    <>
      <ol>
        {useNotices().map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ol>
      <output>{newest?.title ?? "nothing"}</output>
    </>
  );
}
