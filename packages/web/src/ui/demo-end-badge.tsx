import { Badge } from "./badge.tsx";
import { momentText } from "./eastern-time.ts";

/** A demo account has the rights of a trial, but is gone days before the trial would be. */
export const DemoEndBadge = ({ at }: { readonly at: string }) => (
  <Badge tone="plain">Demo ends {momentText(at)} ET</Badge>
);
