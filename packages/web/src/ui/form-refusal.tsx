import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** Why a form was not taken, where no field of it is to blame. It stands until the form is sent again. */
export const FormRefusal = ({ children }: { readonly children: ReactNode }) => (
  <p
    role="alert"
    className="flex items-start gap-2.5 rounded-control border border-loss bg-raised px-3.5 py-2.5 text-sm"
  >
    <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-loss" />
    {children}
  </p>
);
