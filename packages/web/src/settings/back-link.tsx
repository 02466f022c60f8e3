import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";

export const BackLink = () => (
  <Link
    to="/dashboard"
    className="mb-2 inline-flex h-6 items-center gap-1.5 rounded-[5px] text-13 font-medium text-muted hover:text-ink"
  >
    <ArrowLeft aria-hidden="true" className="size-3.5" />
    Back to Dashboard
  </Link>
);
