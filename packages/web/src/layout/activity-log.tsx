import { Bell } from "lucide-react";
import { useState } from "react";
import { Dot } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { clockText } from "../ui/eastern-time.ts";
import { type Notice, useNotices } from "../ui/notices.ts";

/** Everything that was said in a toast, also before a reload. */
export function ActivityLog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="bare"
        size="icon"
        aria-label="Activity log"
        title="Activity log"
        onClick={() => setOpen(true)}
      >
        <Bell aria-hidden="true" className="size-4.5" />
      </Button>
      {isOpen && <ActivityDialog onClose={() => setOpen(false)} />}
    </>
  );
}

export function ActivityDialog({ onClose }: { readonly onClose: () => void }) {
  const notices = useNotices();
  return (
    <Dialog
      shape="drawer"
      title="Activity log"
      description="What you were told in this window since you signed in. Times in ET."
      onClose={onClose}
    >
      {notices.length === 0 ? (
        <p className="p-5 text-muted">Nothing has happened yet.</p>
      ) : (
        <ol className="divide-y divide-line">
          {notices.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

const NoticeLine = ({ notice: { at, tone, title, details } }: { readonly notice: Notice }) => (
  <li className="flex gap-3 px-5 py-3">
    <span className="mt-1.5 flex">
      <Dot tone={tone === "error" ? "amber" : "accent"} />
    </span>
    <div className="min-w-0 flex-1">
      <p className="font-medium">{title}</p>
      {details !== undefined && <p className="text-13 text-muted">{details}</p>}
    </div>
    <time dateTime={new Date(at).toISOString()} className="figure text-13 text-muted">
      {clockText(at)}
    </time>
  </li>
);
