/** Somebody has stored something else since the caller read it: nothing was saved. */
export interface ChangedMeanwhile<Stored> {
  readonly kind: "changed-meanwhile";
  readonly stored: Stored;
}
