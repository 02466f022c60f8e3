import { Navigate, type NavigateProps } from "react-router-dom";
import { CenteredSpinner } from "./spinner.tsx";

/** Leads to another page in place of this one, and turns the wheel until that has come. */
export const LedOn = (to: Pick<NavigateProps, "state" | "to">) => (
  <>
    <CenteredSpinner what="the page" />
    <Navigate {...to} replace />
  </>
);
