// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Link, MemoryRouter, Route, Routes } from "react-router-dom";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it } from "vitest";
import { holdInventedHttp } from "../testing/render-page.tsx";
import { AppLayout } from "./app-layout.tsx";
import { PublicPage } from "./public-page.tsx";

holdInventedHttp();
beforeEach(() => (document.activeElement as HTMLElement | null)?.blur());

const open = (at: string) =>
  render(
    <SWRConfig value={{ dedupingInterval: 0 }}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path="/" element={<Start />} />
          <Route element={<AppLayout />}>
            <Route path="/one" element={<Link to="/two">On to two</Link>} />
            <Route path="/two" element={<Second />} />
            <Route path="/goals" element={<p>Goals are here</p>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </SWRConfig>,
  );

const Second = () => (
  <p>
    <Link to="/">Back to the start</Link>
  </p>
);

const Start = () => (
  <PublicPage>
    <Link to="/one">On to one</Link>
  </PublicPage>
);

const follow = async (name: string) => {
  const link = await screen.findByRole("link", { name });
  link.focus();
  fireEvent.click(link);
};
const contentIsFocused = async (link: string) => {
  await screen.findByRole("link", { name: link });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
};

describe("the focus", () => {
  it("goes to the content of the page that takes the place of what had it", async () => {
    open("/");
    await follow("On to one");
    await contentIsFocused("On to two");
    await follow("On to two");
    await contentIsFocused("Back to the start");
    await follow("Back to the start");
    await contentIsFocused("On to one");
  });

  it("stays on a link of the frame, which is still there", async () => {
    open("/one");
    const [goals] = await screen.findAllByRole("link", { name: "Goals" });
    goals!.focus();
    fireEvent.click(goals!);
    await screen.findByText("Goals are here");

    expect(document.activeElement).toBe(goals);
  });

  it("is nowhere yet on the first page of a window", async () => {
    open("/one");
    await screen.findByRole("link", { name: "On to two" });

    expect(document.activeElement).toBe(document.body);
  });
});
