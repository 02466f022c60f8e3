import type { ApiTokenView } from "@sevenfold/contract/api-tokens";
import { CALLS } from "@sevenfold/contract/calls";
import { useState } from "react";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { AlertDialog } from "../ui/alert-dialog.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { dayText, momentText } from "../ui/eastern-time.ts";
import { tellSuccess } from "../ui/notices.ts";
import { tellFailed } from "../ui/tell-failed.ts";
import { useServerNow } from "../ui/use-server-now.ts";

const SCOPE_WORDS = { read: "Read", trade: "Trade", manage: "Manage" } as const;

/** One token, which can be revoked. */
export function TokenLine({ token }: { readonly token: ApiTokenView }) {
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  const { id, name, prefix, scope, createdAt, lastUsedAt, expiresAt } = token;
  const now = useServerNow(60_000);
  const hasExpired = Date.parse(expiresAt) <= now;
  const revoke = async () => {
    setAsking(false);
    setPending(true);
    try {
      const tokens = await call(CALLS.revokeApiToken, { id });
      tellSuccess("Token Revoked", `${name} opens nothing any more.`);
      await mutate(CALLS.listApiTokens.path, tokens, { revalidate: false });
    } catch (thrown) {
      tellFailed(thrown, {
        title: "Token Not Revoked",
        lost: `No answer came: ${name} may have been revoked. The list shows it if it was not.`,
      });
      void mutate(CALLS.listApiTokens.path);
      setPending(false);
    }
  };
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          <Badge tone={scope === "read" ? "plain" : "amber"}>{SCOPE_WORDS[scope]}</Badge>
          {hasExpired && <Badge tone="plain">Expired</Badge>}
        </p>
        <p className="text-13 text-muted">
          <span className="figure">{prefix}…</span>, created {dayText(createdAt)},{" "}
          {lastUsedAt === null ? "never used" : `last used ${momentText(lastUsedAt)} ET`},{" "}
          {hasExpired ? "expired" : "good until"} {dayText(expiresAt)}
        </p>
      </div>
      <Button
        size="small"
        disabled={isPending}
        aria-label={`Revoke ${name}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      {isAsking && (
        <AlertDialog
          title={`Revoke ${name}`}
          confirm="Revoke token"
          isGrave
          onCancel={() => setAsking(false)}
          onConfirm={() => void revoke()}
        >
          <p>Programs that use it are refused from now on.</p>
        </AlertDialog>
      )}
    </li>
  );
}
