// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BROKER, TRADER } from "../testing/invented-account.ts";
import { holdInventedHttp, renderPage } from "../testing/render-page.tsx";
import { BrokersPage } from "./brokers-page.tsx";

const invented = holdInventedHttp();

describe("a broker account", () => {
  it("names the file that trades it in the built-in rule's place, and its hash", async () => {
    const strategy = {
      name: "idea.ts",
      sha256: "3f5ac0de".repeat(8),
      parameters: { fast: 10 },
      installedAt: "2030-11-20T15:00:00.000Z",
    };
    const other = { ...BROKER, id: "1d1b0a4e-1111-4c77-8a26-0a3cf1d0c002", isSelected: false };
    invented.begin({
      user: TRADER,
      brokers: [
        { ...BROKER, strategy },
        { ...other, accountLabel: "Paper" },
      ],
    });
    renderPage(<BrokersPage />, { at: "/settings/brokers" });

    const text = (await screen.findByRole("listitem", { name: "Primary Account" })).textContent;
    expect(text).toContain("Traded by idea.ts (fast 10), not by the built-in rule.");
    expect(text).toContain("SHA-256 3f5ac0de3f5a…");
    expect(screen.getByRole("listitem", { name: "Paper" }).textContent).not.toContain("Traded by");
  });
});
