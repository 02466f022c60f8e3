import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { wordsOf } from "../api/problem-error.ts";
import { leave } from "../api/use-user.ts";
import { tellError } from "../ui/notices.ts";

export function useSignOut() {
  const [isPending, setPending] = useState(false);
  const navigate = useNavigate();
  const signOut = async () => {
    setPending(true);
    try {
      await leave();
      await navigate("/auth");
    } catch (thrown) {
      tellError("Logout failed", wordsOf(thrown));
      setPending(false);
    }
  };
  return { isPending, signOut: () => void signOut() };
}
