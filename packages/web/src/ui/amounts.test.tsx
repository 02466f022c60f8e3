// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Change, Money, Price, Shares } from "./amounts.tsx";
import { hideValues } from "./appearance.ts";
import { CoveredWords } from "./covered-words.tsx";

afterEach(() => {
  cleanup();
  hideValues(false);
});

const show = () =>
  render(
    <output aria-label="Figures">
      <Money of={1234.5} /> <Shares of={20} /> <Price of={99.5} />{" "}
      <Change money={12} percent={1.5} /> <Money of={undefined} />{" "}
      <Change isPublic money={3} percent={1} />
    </output>,
  );
const words = () => screen.getByLabelText("Figures").textContent;

describe("amounts", () => {
  it("of the account are covered on demand; prices, percentages and what is unknown stay", () => {
    show();
    expect(words()).toBe("$1,234.50 20 $99.50 ▲+$12.00 (+1.50%) – ▲+$3.00 (+1.00%)");

    act(() => hideValues(true));
    expect(words()).toBe("•••••hidden •••••hidden $99.50 ▲•••••hidden (+1.50%) – ▲+$3.00 (+1.00%)");

    act(() => hideValues(false));
    expect(words()).toContain("$1,234.50");
  });

  it.each([
    ["It needs $6,383.50; $35,240 is free.", "It needs •••••hidden; •••••hidden is free."],
    ["Split of AAPL: 30 shares more.", "Split of AAPL: •••••hidden shares more."],
    ["It gave 1 share away, at 4%.", "It gave •••••hidden share away, at 4%."],
    ["Canceled by its broker.", "Canceled by its broker."],
  ])("are covered within a sentence too: %s", (sentence, covered) => {
    render(
      <output aria-label="Figures">
        <CoveredWords of={sentence} />
      </output>,
    );
    expect(words()).toBe(sentence);

    act(() => hideValues(true));
    expect(words()).toBe(covered);
  });

  it.each([
    [null, null],
    [undefined, null],
    [undefined, undefined],
  ])("say with one dash that a change is not known", (money, percent) => {
    render(
      <output aria-label="Figures">
        <Change money={money} percent={percent} />
      </output>,
    );

    expect(words()).toBe("–");
  });
});
