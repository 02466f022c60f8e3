import { revokeApiToken } from "@sevenfold/application/people/api-tokens";
import * as contract from "@sevenfold/contract/api-tokens";
import { ok } from "@sevenfold/domain/result";

import type { HttpNeeds } from "../http-needs.ts";
import { forUser, type Route } from "../route.ts";
import { newToken } from "./bearer-token.ts";
import { presentToken } from "./present-token.ts";

export const tokenRoutes = (needs: HttpNeeds): readonly Route[] => [
  forUser(contract.listApiTokens, async ({ user }) => ok(await listOf(needs, user.id))),
  forUser(contract.createApiToken, async ({ user, input, ctx }) => {
    const { token, ...kept } = newToken(needs.identifiers.secret());
    const created = await needs.desk.createApiToken(user, {
      ...input,
      ...kept,
      address: ctx.ip,
    });
    return created.ok ? ok({ ...presentToken(created.value), token }) : created;
  }),
  forUser(contract.revokeApiToken, async ({ user, input, ctx }) => {
    const revoked = await revokeApiToken(needs)(user, { id: input.id, address: ctx.ip });
    return revoked.ok ? ok(await listOf(needs, user.id)) : revoked;
  }),
];

const listOf = async ({ storage }: HttpNeeds, userId: string) =>
  (await storage.read.apiTokens.ofUser(userId)).map(presentToken);
