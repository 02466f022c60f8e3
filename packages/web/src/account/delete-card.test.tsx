// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { lazy, type ReactNode, Suspense } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { AppLayout } from "../layout/app-layout.tsx";
import { TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp } from "../testing/render-page.tsx";
import { AccountPage } from "./account-page.tsx";

const invented = holdInventedHttp();

describe("deleting the account", () => {
  it("leads out, not to the sign-in, however late the page comes to which it leads", async () => {
    invented.begin({ user: TRADER });
    let arrive = () => {};
    const Landing = lazy<() => ReactNode>(
      () =>
        new Promise((resolve) => {
          arrive = () => resolve({ default: () => "the first page" });
        }),
    );
    render(
      <MemoryRouter initialEntries={["/settings/account"]}>
        <Suspense fallback="loading">
          <Routes>
            <Route path="/" element={<Landing />} />
            <Route path="/auth" element="the sign-in" />
            <Route element={<AppLayout />}>
              <Route path="/settings/account" element={<AccountPage />} />
            </Route>
          </Routes>
        </Suspense>
      </MemoryRouter>,
    );
    fireEvent.click(await screen.findByRole("button", { name: "Delete Account" }));
    await screen.findByRole("dialog", { name: "Delete the account trader" });
    fireEvent.change(screen.getByLabelText("Your password"), {
      target: { value: "a long enough secret" },
    });
    fireEvent.click(screen.getByRole("button", { name: "Delete for good" }));

    await waitFor(() => expect(invented.heard("POST", "/api/user/delete")).toHaveLength(1));
    await invented.debounced();
    arrive();
    expect(await screen.findByText("the first page")).toBeTruthy();
  });
});
