import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { wordsOf } from "../api/problem-error.ts";
import { enterDemo } from "../api/use-user.ts";
import { Button } from "./button.tsx";
import { tellError, tellSuccess } from "./notices.ts";

interface DemoTraderButtonProps {
  readonly look?: "primary" | "quiet";
  readonly size?: "normal" | "large";
  readonly className?: string;
}

/** Signs the visitor in to a demo account of their own and leads to the dashboard. */
export function DemoTraderButton({
  look = "quiet",
  size = "normal",
  className,
}: DemoTraderButtonProps) {
  const [isPending, setPending] = useState(false);
  const navigate = useNavigate();

  const enter = async () => {
    setPending(true);
    try {
      await enterDemo();
      tellSuccess("Demo access granted", "Welcome to the Sevenfold demo!");
      await navigate("/dashboard");
    } catch (thrown) {
      tellError("Demo login failed", wordsOf(thrown));
      setPending(false);
    }
  };

  return (
    <Button
      look={look}
      size={size}
      {...(className !== undefined && { className })}
      disabled={isPending}
      onClick={() => void enter()}
    >
      {isPending ? "Opening demo..." : "Demo Trader"}
    </Button>
  );
}
