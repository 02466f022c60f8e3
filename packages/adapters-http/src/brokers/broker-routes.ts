import { selectBroker } from "@sevenfold/application/brokers/select-broker";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import { manageHolding } from "@sevenfold/application/trading/settings/manage-holding";
import { readBrokers } from "@sevenfold/application/views/read-brokers";
import { readPricedPositions } from "@sevenfold/application/views/read-priced-positions";
import * as contract from "@sevenfold/contract/brokers";
import * as positions from "@sevenfold/contract/portfolio";
import { invariant } from "@sevenfold/domain/invariant";
import type { Ticker } from "@sevenfold/domain/market";
import { ok } from "@sevenfold/domain/result";

import { meantBy } from "../account-in-use.ts";
import { clashOf, conflictsOf } from "../conflicts.ts";
import type { HttpContext, HttpNeeds } from "../http-needs.ts";
import { idempotencyKeyOf } from "../orders/idempotency-key.ts";
import { presentPricedPosition } from "../portfolio/present-portfolio.ts";
import { forAnyone, forUser, type Route, type View, view } from "../route.ts";
import { sidHashIn } from "../sign-in/account-routes.ts";
import { timestampOf } from "../wire.ts";
import { presentBroker } from "./present-broker.ts";
import { presentVenue } from "./present-venue.ts";

export const brokerViews = (needs: HttpNeeds): readonly View[] => [
  view(contract.listBrokers, async ({ user }) => ok(await listOf(needs, user))),
];

export const brokerRoutes = (needs: HttpNeeds): readonly Route[] => [
  forAnyone(contract.listVenues, async () => ok(needs.brokers.venues.all.map(presentVenue))),
  forAnyone(contract.issuePaperKeys, async ({ input }) => needs.issuePaperKeys(input.provider)),
  forUser(contract.connectBroker, async ({ user, input, ctx }) => {
    const key = idempotencyKeyOf(ctx.get("Idempotency-Key"));
    if (!key.ok) return key;
    const connected = await needs.connectBroker(user.id, {
      ...input,
      idempotencyKey: key.value,
      address: ctx.ip,
    });
    if (!connected.ok) return connected;
    const listed = (await listOf(needs, user)).find(({ id }) => id === connected.value.id);
    invariant(listed !== undefined, "what was connected is listed");
    return ok(listed);
  }),
  forUser(contract.authoriseBroker, async ({ user, input, ctx }) => {
    const begun = await needs.authoriseBroker({
      ...owned(user, input, ctx),
      sidHash: sidHashIn(ctx),
    });
    if (!begun.ok) return begun;
    const { authorizeUrl, expiresAt } = begun.value;
    return ok({ authorizeUrl, expiresAt: timestampOf(expiresAt) });
  }),
  forUser(contract.verifyBroker, async ({ user, input, ctx }) => {
    const wanted = { ...owned(user, input, ctx), sidHash: sidHashIn(ctx) };
    const verified = await needs.verifyBroker({ ...wanted, verifier: input.verifier });
    return verified.ok ? ok(await listOf(needs, user)) : verified;
  }),
  forUser(contract.selectBroker, async ({ user, input, ctx }) => {
    const selected = await selectBroker(needs)(owned(user, input, ctx));
    return selected.ok ? ok(await listOf(needs, user)) : selected;
  }),
  forUser(contract.changeBroker, async ({ user, input, ctx }) => {
    const { accountLabel: label, accountNumber, apiKey, isPaused, secretKey, seenLabel } = input;
    const wanted = {
      ...owned(user, input, ctx),
      label,
      seenLabel,
      isPaused,
      apiKey,
      secretKey,
      accountNumber,
    };
    const changed = await needs.changeBroker(wanted);
    if (changed.ok) return ok(await listOf(needs, user));
    return clashOf(changed, (accountLabel) =>
      conflictsOf({ accountLabel }, { accountLabel: label }),
    );
  }),
  forUser(contract.removeBroker, async ({ user, input, ctx }) => {
    const removed = await needs.removeBroker(owned(user, input, ctx));
    return removed.ok ? ok(await listOf(needs, user)) : removed;
  }),
  forUser(positions.manageHolding, async ({ user, input, ctx }) => {
    const ticker = input.ticker as Ticker;
    const wanted = { ...meantBy(user, ctx), ticker, isManaged: input.managed, address: ctx.ip };
    const handed = await manageHolding(needs)(wanted);
    if (!handed.ok) return handed;
    const priced = await readPricedPositions(needs)(user.id);
    return priced.ok ? ok(priced.value.positions.map(presentPricedPosition)) : priced;
  }),
];

const listOf = async (needs: HttpNeeds, { id }: User) =>
  (await readBrokers(needs)(id)).map(presentBroker);

const owned = ({ id: userId }: User, { id }: { readonly id: string }, { ip }: HttpContext) => ({
  accountId: id,
  userId,
  address: ip,
});
