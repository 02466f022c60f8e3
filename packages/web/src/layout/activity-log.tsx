import { Bell } from "lucide-react";
import { useState } from "react";
import { Dot } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { clockText } from "../ui/eastern-time.ts";
import { NoticeDetails } from "../ui/notice-details.tsx";
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

const NoticeLine = ({ notice }: { readonly notice: Notice }) => (
  <li className="flex gap-3 px-5 py-3">
    <span className="mt-1.5 flex">
      <Dot tone={notice.tone === "error" ? "amber" : "accent"} />
    </span>
    <div className="min-w-0 flex-1">
      <p className="font-medium">{notice.title}</p>
      {notice.details !== undefined && (
        <p className="text-13 text-muted">
          <NoticeDetails {...notice} />
        </p>
      )}
    </div>
    <time dateTime={new Date(notice.at).toISOString()} className="figure text-13 text-muted">
      {clockText(notice.at)}
    </time>
  </li>
);
