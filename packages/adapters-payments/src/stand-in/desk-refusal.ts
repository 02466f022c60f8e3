/** Why something cannot be had, in Stripe's words. */
export class DeskRefusal extends Error {
  override readonly name = "DeskRefusal";
  readonly status: number;
  readonly code: string | undefined;
  /** Which parameter it is about. */
  readonly param: string | undefined;

  constructor(status: number, message: string, code?: string, param?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}
