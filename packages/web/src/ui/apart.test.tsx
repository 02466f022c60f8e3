// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { apart } from "./apart.ts";
import { ErrorBoundary } from "./error-boundary.tsx";

const Chart = () => <p>the chart</p>;
const ATTEMPTS = 5;
const LONG_MS = 3_600_000;

let isOnline = true;
let asked = 0;

/** A part that comes at an attempt, counted from 1. */
const comingAt = (attempt: number) =>
  apart("Chart", async () => {
    asked += 1;
    if (asked < attempt) throw new TypeError("Failed to fetch dynamically imported module");
    return { Chart };
  });

const page = (Part: ReturnType<typeof comingAt>, at = "/dashboard") => (
  <ErrorBoundary at={at}>
    <Suspense fallback={<p>loading</p>}>
      {at === "/dashboard" ? <Part /> : <p>the goals</p>}
    </Suspense>
  </ErrorBoundary>
);

const passing = (forMs: number) => act(() => vi.advanceTimersByTimeAsync(forMs));

describe("a part of the program that is loaded when it is first shown", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    isOnline = true;
    asked = 0;
    vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });

  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("comes with the network that it waited for, however long that took", async () => {
    isOnline = false;
    render(page(comingAt(2)));
    await passing(LONG_MS);
    expect(screen.getByText("loading")).toBeDefined();
    expect(asked).toBe(1);

    isOnline = true;
    dispatchEvent(new Event("online"));
    await passing(0);

    expect(screen.getByText("the chart")).toBeDefined();
  });

  it("comes from a server that was down for a moment", async () => {
    render(page(comingAt(ATTEMPTS)));
    await passing(LONG_MS);

    expect(screen.getByText("the chart")).toBeDefined();
    expect(asked).toBe(ATTEMPTS);
  });

  it("is given up at last, in words, and another page is there all the same", async () => {
    const part = comingAt(ATTEMPTS + 1);
    const { rerender } = render(page(part));
    await passing(LONG_MS);
    expect(screen.getByRole("heading").textContent).toBe("This page could not be loaded");
    expect(asked).toBe(ATTEMPTS);

    rerender(page(part, "/goals"));

    expect(screen.getByText("the goals")).toBeDefined();
  });
});
