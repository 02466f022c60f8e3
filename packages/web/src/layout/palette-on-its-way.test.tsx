// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { usePaletteIsOpen, usePaletteKeys } from "../ui/palette-door.ts";
import { useFreeKey } from "../ui/use-free-key.ts";
import { CommandPalette } from "./command-palette.tsx";

holdInventedHttp();
const sell = vi.fn();

/** A page with a key of its own, whose palette comes once it is let. */
function Page() {
  usePaletteKeys();
  useFreeKey("s", sell);
  const [hasCome, setCome] = useState(false);
  const isOpen = usePaletteIsOpen();
  return (
    <>
      <button type="button" onClick={() => setCome(true)}>
        Let it come
      </button>
      {isOpen && (hasCome ? <CommandPalette /> : "On its way")}
    </>
  );
}

const press = (...keys: readonly string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
};
const input = () => screen.queryByRole<HTMLInputElement>("combobox");

describe("a palette that is on its way", () => {
  it("has what was typed meanwhile, which is no key of the page", () => {
    renderPage(<Page />, { at: "/dashboard" });
    press("/", "s", "b", "v", "Backspace", "u");
    fireEvent.click(screen.getByText("Let it come"));

    expect(input()?.value).toBe("sbu");
    expect(sell).not.toHaveBeenCalled();
  });

  it("is given up with Escape, and begins empty the next time", () => {
    renderPage(<Page />, { at: "/dashboard" });
    press("/", "x", "Escape");
    expect(screen.queryByText("On its way")).toBeNull();
    press("/");
    fireEvent.click(screen.getByText("Let it come"));

    expect(input()?.value).toBe("");
  });
});
