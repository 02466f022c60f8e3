import type { Page } from "playwright-core";

/** The pages of the simulated payment provider, as somebody uses them who pays there. */

/** Pays at the checkout that is open, with a card that is declined once it is charged or one that is not. */
export async function payWith(page: Page, card: "declined" | "good"): Promise<void> {
  await page.waitForURL("**/simulated-payments/checkout/**");
  await page.getByText("No money moves, and no card is asked for.").waitFor();
  if (card === "declined") await page.getByLabel(/declined/).check();
  await page.getByRole("button", { name: /^(Start trial|Pay)$/ }).click();
  await page.waitForURL("**/billing**");
}

/** From the billing page to the provider's own page, where something is done, and back. */
export async function atTheProvider(page: Page, act: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: /^(Card and Invoices|Update Payment)$/ }).click();
  await page.waitForURL("**/simulated-payments/portal/**");
  await act();
  await page.getByRole("link", { name: "Back to Sevenfold" }).click();
  await page.waitForURL("**/billing");
}

/** Moves the provider's clock on by so many days, for everybody. */
export const moveClock = (page: Page, days: 8 | 30 | 366): Promise<void> =>
  atTheProvider(page, () =>
    page.getByRole("button", { name: new RegExp(`^${days} days? on$`) }).click(),
  );

/** Puts another card in place, which is charged at once with what is due. */
export const changeCard = (page: Page, card: RegExp): Promise<void> =>
  atTheProvider(page, async () => {
    await page.getByLabel(card).check();
    await page.getByRole("button", { name: "Use this card" }).click();
  });
