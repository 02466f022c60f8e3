import { CALLS } from "@sevenfold/contract/calls";
import type { SignInView } from "@sevenfold/contract/sign-in";
import { useState } from "react";
import { call } from "../api/call.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { dayText, momentText } from "../ui/eastern-time.ts";
import { tellSuccess } from "../ui/notices.ts";
import { ProblemNotice } from "../ui/problem-notice.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { tellFailed } from "../ui/tell-failed.ts";

/** Where the user is signed in, and ending it there. */
export function SignInsCard() {
  const { data: signIns, error, mutate } = useEndpoint(CALLS.listSignIns);
  const [isPending, setPending] = useState(false);
  const end = async (ended: () => Promise<SignInView[]>, words: string) => {
    setPending(true);
    try {
      await mutate(await ended(), { revalidate: false });
      tellSuccess("Signed Out", words);
    } catch (thrown) {
      tellFailed(thrown, {
        title: "Sign-In Not Ended",
        lost: "No answer came: the sign-in may have ended. This list shows it once it is read again.",
      });
      void mutate();
    } finally {
      setPending(false);
    }
  };
  return (
    <Card
      title="Sign-ins"
      isPadded={false}
      aside={
        signIns !== undefined &&
        1 < signIns.length && (
          <Button
            size="small"
            disabled={isPending}
            onClick={() =>
              void end(
                () => call(CALLS.revokeOtherSignIns, {}),
                "Every other browser is signed out.",
              )
            }
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {signIns === undefined ? (
        error ? (
          <ProblemNotice
            title="Failed to load data"
            problem={error}
            onRetry={() => void mutate()}
          />
        ) : (
          <SkeletonRows rows={2} what="your sign-ins" />
        )
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {signIns.map((signIn) => (
            <SignInLine
              key={signIn.id}
              signIn={signIn}
              isPending={isPending}
              onEnd={() =>
                void end(
                  () => call(CALLS.revokeSignIn, { id: signIn.id }),
                  `${signIn.device} is signed out.`,
                )
              }
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface SignInLineProps {
  readonly signIn: SignInView;
  readonly isPending: boolean;
  readonly onEnd: () => void;
}

const SignInLine = ({ signIn, isPending, onEnd }: SignInLineProps) => (
  <li className="flex items-center gap-3 px-4 py-2.5">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {signIn.device}
        {signIn.isCurrent && <Badge tone="accent">This browser</Badge>}
      </p>
      <p className="text-13 text-muted">
        Last seen {momentText(signIn.lastSeenAt)} ET, signed in {dayText(signIn.signedInAt)}
      </p>
    </div>
    {!signIn.isCurrent && (
      <Button
        size="small"
        disabled={isPending}
        aria-label={`Sign out ${signIn.device}`}
        onClick={onEnd}
      >
        Sign out
      </Button>
    )}
  </li>
);
