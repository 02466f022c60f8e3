import { CircleAlert } from "lucide-react";
import { useVisitor } from "../api/use-user.ts";
import { PublicPage } from "../layout/public-page.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { useTitle } from "../ui/use-title.ts";

export function NotFoundPage() {
  const { user } = useVisitor();
  useTitle("Not found · Sevenfold");
  return (
    <PublicPage>
      <div className="grid min-h-[60dvh] place-items-center p-4">
        <div className="w-full max-w-md rounded-card border border-line bg-surface p-8">
          <h1 className="flex items-center gap-3 text-2xl">
            <CircleAlert aria-hidden="true" className="size-6 text-amber" />
            404 Page Not Found
          </h1>
          <p className="mt-3 text-muted">There is no page at this address.</p>
          <ButtonLink to={user === undefined ? "/" : "/dashboard"} look="primary" className="mt-6">
            {user === undefined ? "Go to the start page" : "Go to the dashboard"}
          </ButtonLink>
        </div>
      </div>
    </PublicPage>
  );
}
