// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { LedOn } from "./led-on.tsx";

afterEach(cleanup);

it("turns the wheel until the page has come that it leads to, however slow the network is", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Next = lazy(async () => {
    await arrived;
    return { default: () => <p>The next page</p> };
  });
  render(
    <MemoryRouter initialEntries={["/before"]}>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/before" element={<LedOn to="/next" />} />
          <Route path="/next" element={<Next />} />
        </Routes>
      </Suspense>
    </MemoryRouter>,
  );
  await act(async () => {});
  expect(screen.getByRole("status").textContent).toBe("Loading the page");

  await act(async () => arrive());
  expect(await screen.findByText("The next page")).toBeTruthy();
  expect(screen.queryByRole("status")).toBeNull();
});
