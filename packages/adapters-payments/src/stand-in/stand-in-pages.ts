import { DeskRefusal } from "./desk-refusal.ts";
import type { StandInDesk } from "./stand-in-desk.ts";
import { dollarsText, escaped, page } from "./stand-in-html.ts";
import { CARDS, type Card, type Subscription } from "./stand-in-state.ts";

/** A page that is asked for, or a form that was sent from one. */
export interface PageRequest {
  readonly method: string;
  /** Behind the address at which the pages stand: "/checkout/cs_…". */
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

export type PageAnswer =
  | { readonly status: number; readonly html: string }
  | { readonly leadsTo: string };

/** The pages at which a user pays, sees bills and changes the card. No money moves on any of them. */
export function answerPage(desk: StandInDesk, request: PageRequest): PageAnswer {
  desk.catchUp();
  const [, kind = "", id = "", word = ""] = request.path.split("/");
  const isSent = request.method === "POST";
  try {
    if (kind === "checkout") return isSent ? pay(desk, id, request.form) : checkout(desk, id);
    if (kind === "portal") {
      const found = desk.state.portals[id];
      if (!found || found.word !== word) throw new DeskRefusal(404, "There is no such page.");
      return isSent ? change(desk, id, request) : portal(desk, id, found.returnUrl);
    }
    if (kind === "invoice") return invoice(desk, id);
    throw new DeskRefusal(404, "There is no such page.");
  } catch (error) {
    if (!(error instanceof DeskRefusal)) throw error;
    return { status: error.status, html: page("Not found", `<p>${escaped(error.message)}</p>`) };
  }
}

const CARD_WORDS: Record<Card, string> = {
  good: "A card that pays",
  declined: "A card that is declined when it is charged",
};

const cardChoice = (chosen: Card): string =>
  CARDS.map(
    (card) =>
      `<label><input type="radio" name="card" value="${card}"${card === chosen ? " checked" : ""}> ` +
      `${CARD_WORDS[card]}</label>`,
  ).join("");

const cardIn = (form: PageRequest["form"]): Card =>
  form.card === "declined" ? "declined" : "good";

function checkout(desk: StandInDesk, id: string, complaint = ""): PageAnswer {
  const session = desk.session(id);
  if (session.status === "expired")
    throw new DeskRefusal(410, "This checkout is over. Begin anew from the pricing page.");
  if (session.status !== "open") return { leadsTo: returnOf(session.successUrl, id) };
  const { tier, unit_amount: cents } = desk.price(session.priceId);
  const price = `${dollarsText(cents)} a year`;
  const terms =
    0 < session.trialDays
      ? `<p>${session.trialDays} days free, then ${price}.</p>`
      : `<p>${price}, charged now.</p>`;
  return {
    status: complaint === "" ? 200 : 402,
    html: page(
      `Subscribe to ${nameOf(tier)}`,
      `${terms}${complaint === "" ? "" : `<p role="alert">${escaped(complaint)}</p>`}` +
        `<form method="post"><fieldset><legend>Card</legend>${cardChoice("good")}</fieldset>` +
        `<button>${0 < session.trialDays ? "Start trial" : "Pay"}</button></form>` +
        `<p><a href="${escaped(session.cancelUrl)}">Back without paying</a></p>`,
    ),
  };
}

const nameOf = (tier: string): string => `${tier.slice(0, 1).toUpperCase()}${tier.slice(1)}`;

const returnOf = (url: string, id: string): string => url.replace("{CHECKOUT_SESSION_ID}", id);

function pay(desk: StandInDesk, id: string, form: PageRequest["form"]): PageAnswer {
  const { status, successUrl } = desk.session(id);
  if (status === "expired") return checkout(desk, id);
  // Pressed twice, or in two windows: it was paid once.
  if (status === "open" && !desk.pay(id, cardIn(form)))
    return checkout(desk, id, "The card was declined. Choose another.");
  return { leadsTo: returnOf(successUrl, id) };
}

function portal(desk: StandInDesk, customer: string, returnUrl: string): PageAnswer {
  const held = desk.state.subscriptions.filter(
    (each) => each.customer === customer && each.status !== "canceled",
  );
  const bills = desk.state.invoices.filter((each) => each.customer === customer).toReversed();
  const rows = bills
    .slice(0, 24)
    .map(
      (each) =>
        `<tr><td><a href="${escaped(desk.invoicePageOf(each))}">${escaped(each.number)}</a></td>` +
        `<td>${dayText(each.created)}</td><td>${dollarsText(each.total)}</td>` +
        `<td>${each.status}</td></tr>`,
    )
    .join("");
  const card = desk.customer(customer).card ?? "good";
  return {
    status: 200,
    html: page(
      "Your subscription",
      `${held.map((each) => heldText(desk, each)).join("") || "<p>No subscription.</p>"}` +
        `<form method="post"><fieldset><legend>Card</legend>${cardChoice(card)}</fieldset>` +
        `<button name="does" value="card">Use this card</button></form>` +
        (desk.isClockMovable ? CLOCK_FORM : "") +
        `<table><caption>Invoices</caption><tbody>${rows}</tbody></table>` +
        `<p><a href="${escaped(returnUrl)}">Back to Sevenfold</a></p>`,
    ),
  };
}

function heldText(desk: StandInDesk, each: Subscription): string {
  const { tier, unit_amount: cents } = desk.price(each.priceId);
  const isEnding = each.cancelAtPeriodEnd || each.cancelAt !== null;
  const end = dayText(each.cancelAt ?? each.periodEnd);
  const button = isEnding
    ? '<button name="does" value="resume">Keep the subscription</button>'
    : '<button name="does" value="cancel">Cancel at the end of the period</button>';
  return (
    `<p>${nameOf(tier)}, ${dollarsText(cents)} a year: ${each.status.replace("_", " ")}, ` +
    `${isEnding ? "ends" : "renews"} ${end}.</p>` +
    `<form method="post"><input type="hidden" name="subscription" value="${escaped(each.id)}">` +
    `${button}</form>`
  );
}

/** As far as one press may move the clock. */
const DAYS: readonly number[] = [1, 8, 30, 366];
const DAY_SECONDS = 86_400;

const CLOCK_FORM =
  '<form method="post"><input type="hidden" name="does" value="time"><fieldset>' +
  "<legend>Simulated time, for everybody</legend>" +
  DAYS.map(
    (days) =>
      `<button name="days" value="${days}">${days} ${days === 1 ? "day" : "days"} on</button> `,
  ).join("") +
  "</fieldset></form>";

function daysIn({ days }: PageRequest["form"]): number {
  const wanted = DAYS.find((each) => String(each) === days);
  if (wanted === undefined) throw new DeskRefusal(400, "The clock does not move so far.");
  return wanted;
}

/** A cancellation here names its moment, as one in Stripe's portal does. */
function change(desk: StandInDesk, customer: string, { form }: PageRequest): PageAnswer {
  if (form.does === "time" && desk.isClockMovable) desk.moveOn(daysIn(form) * DAY_SECONDS);
  else if (form.does === "card") desk.changeCard(customer, cardIn(form));
  else {
    const each = desk.subscription(form.subscription ?? "");
    if (each.customer !== customer) throw new DeskRefusal(404, "There is no such subscription.");
    desk.changeSubscription(
      each.id,
      form.does === "cancel"
        ? { cancelAt: each.periodEnd }
        : { cancelAt: null, cancelAtPeriodEnd: false },
    );
  }
  return { leadsTo: desk.portalPageOf(customer) };
}

function invoice({ state }: StandInDesk, id: string): PageAnswer {
  const found = state.invoices.find((each) => each.id === id);
  if (!found) throw new DeskRefusal(404, "There is no such invoice.");
  return {
    status: 200,
    html: page(
      `Invoice ${found.number}`,
      `<p>${dayText(found.created)}: ${dollarsText(found.total)}, ${found.status}.</p>`,
    ),
  };
}

const dayText = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);
