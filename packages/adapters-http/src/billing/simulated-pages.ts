/** Pages of a simulated payment provider, which stand among ours. */
export interface PaymentPages {
  /** Under which path: "/simulated-payments". */
  readonly path: string;
  answer(request: PaymentPageRequest): PaymentPageAnswer;
}

export interface PaymentPageRequest {
  readonly method: string;
  /** Behind the path at which the pages stand. */
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

export type PaymentPageAnswer =
  | { readonly status: number; readonly html: string }
  | { readonly leadsTo: string };
