import type { Notice, Notifier } from "@sevenfold/application/ports/notifier";
import { createTransport } from "nodemailer";

import { isLoopback } from "./loopback.ts";

export interface MailSettings {
  readonly host: string;
  /** 465: TLS from the first byte. Any other: by STARTTLS, and not without it, but on this machine. */
  readonly port: number;
  readonly signIn?: { readonly user: string; readonly password: string } | undefined;
  readonly from: string;
  readonly to: readonly string[];
  /** Longest time for a mail, from its first word to its last; half a minute when absent. */
  readonly withinMs?: number;
}

const TLS_PORT = 465;
const WAIT_MS = 10_000;
/** All of a mail together: a server that says a byte now and then keeps nobody waiting for longer. */
const MAIL_WITHIN_MS = 30_000;

/** Sends each notice as a plain mail. The server has to show a certificate that is good for its name. */
export function mailNotifier({
  from,
  host,
  port,
  signIn,
  to,
  withinMs = MAIL_WITHIN_MS,
}: MailSettings): Notifier {
  const isHere = isLoopback(host);
  const transport = createTransport({
    host,
    port,
    secure: port === TLS_PORT,
    requireTLS: !isHere,
    ignoreTLS: isHere && port !== TLS_PORT,
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2" },
    ...(signIn && { auth: { user: signIn.user, pass: signIn.password } }),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: `mail by ${host}`,
    async tell(notice) {
      const sending = transport.sendMail({ from, to: [...to], ...letterOf(notice) });
      await within(withinMs, sending).catch((error) => {
        throw new Error(mailReasonOf(error));
      });
    },
  };
}

async function within(limitMs: number, sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error("too late"), { code: "ETIMEDOUT" })),
      limitMs,
    );
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}

const letterOf = ({ headline, incident, sentences, source }: Notice) => ({
  subject: `Sevenfold: ${headline}`,
  text: [headline, "", ...sentences, "", `Seen at ${source}. Incident ${incident}.`].join("\n"),
  // Mails of one incident are shown as one conversation, and nobody's holiday answers them.
  references: `<${incident.replace(/[^\w.@-]/g, ".")}.sevenfold>`,
  headers: { "Auto-Submitted": "auto-generated" },
});

/** By its code alone: what a server says may repeat what it was told. */
function mailReasonOf(error: unknown): string {
  const { code, responseCode } = error as {
    readonly code?: string;
    readonly responseCode?: number;
  };
  return `the mail was not taken (${[code, responseCode].filter(Boolean).join(", ") || "unknown"})`;
}
