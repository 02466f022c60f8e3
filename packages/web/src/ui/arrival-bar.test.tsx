// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense, startTransition, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { apart } from "./apart.ts";
import { ArrivalBar } from "./arrival-bar.tsx";

/** A program of two pages, of which the second comes so much later than it is asked for. */
function programWith(comesAfterMs: number) {
  const Second = apart("Second", async () => {
    await new Promise((resolve) => setTimeout(resolve, comesAfterMs));
    return { Second: () => <p>the second page</p> };
  });
  return function Program() {
    const [isSecond, setSecond] = useState(false);
    const go = () => startTransition(() => setSecond(true));
    return (
      <Suspense fallback={<p>nothing</p>}>
        <ArrivalBar />
        {isSecond ? (
          <Second />
        ) : (
          <button type="button" onClick={go}>
            the first page
          </button>
        )}
      </Suspense>
    );
  };
}

const passing = (forMs: number) => act(() => vi.advanceTimersByTimeAsync(forMs));

async function wentOn(comesAfterMs: number): Promise<void> {
  const Program = programWith(comesAfterMs);
  render(<Program />);
  act(() => screen.getByRole("button").click());
  await passing(0);
}

describe("the line of a page that is on its way", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("shows above the page before, from when it is late until it is there", async () => {
    await wentOn(2_000);
    await passing(299);
    expect(screen.queryByRole("status")).toBeNull();

    await passing(2);
    expect(screen.getByRole("status").textContent).toBe("Still loading");
    expect(screen.getByText("the first page")).toBeDefined();

    await passing(2_000);
    expect(screen.getByText("the second page")).toBeDefined();
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("is not seen where the page comes soon", async () => {
    await wentOn(200);
    for (let ms = 0; ms < 1_000; ms += 50) {
      await passing(50);
      expect(screen.queryByRole("status")).toBeNull();
    }
    expect(screen.getByText("the second page")).toBeDefined();
  });
});
