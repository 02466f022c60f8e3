import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { wordsOf } from "../api/problem-error.ts";
import { leave } from "../api/use-user.ts";
import { tellError } from "./notices.ts";

/** Signs out and leads to the sign-in, or to another door of it. */
export function useSignOut(to = "/auth") {
  const [isPending, setPending] = useState(false);
  const navigate = useNavigate();
  const signOut = async () => {
    setPending(true);
    try {
      await leave();
      await navigate(to, { replace: true });
    } catch (thrown) {
      tellError("Logout failed", wordsOf(thrown));
      setPending(false);
    }
  };
  return { isPending, signOut: () => void signOut() };
}
