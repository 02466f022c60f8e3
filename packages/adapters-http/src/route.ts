import type { User } from "@sevenfold/application/ports/stores/user-store";
import type { JsonCallName } from "@sevenfold/contract/calls";
import type { Endpoint } from "@sevenfold/contract/endpoint";
import type { Result } from "@sevenfold/domain/result";
import type { z } from "zod";

import type { HttpContext } from "./http-needs.ts";
import type { TableName } from "./memory/kept.ts";
import type { HttpRefusal, RefusalOf } from "./refusals.ts";

/** What a call of a signed-in user brings. */
export interface UserCall<Input> {
  readonly input: Input;
  readonly user: User;
}

/** A user's call that also looks at the request itself: its headers, its sign-in. */
export interface RequestCall<Input> extends UserCall<Input> {
  readonly ctx: HttpContext;
}

export interface AnyoneCall<Input> {
  readonly input: Input;
  readonly ctx: HttpContext;
}

/** An answer of the call's own, or a refusal that its row names. */
type Answer<Output extends z.ZodType, Name extends JsonCallName> = Promise<
  Result<z.input<Output>, RefusalOf<Name>>
>;

/** One contract line and what answers it. */
export type Route =
  | {
      readonly access: "anyone";
      readonly endpoint: Endpoint;
      readonly answer: (call: AnyoneCall<never>) => Promise<Result<unknown, HttpRefusal>>;
    }
  | {
      readonly access: "signed-in";
      /** Its answer depends on user and input alone. */
      readonly isView?: true;
      /** Which tables a view has read so far; absent: nobody noted it. */
      readonly reads?: ReadonlySet<TableName>;
      readonly endpoint: Endpoint;
      readonly answer: (call: RequestCall<never>) => Promise<Result<unknown, HttpRefusal>>;
    };

/** A route whose answer depends on the user and the input alone, so that it can also be pushed. */
export interface View {
  readonly access: "signed-in";
  readonly isView: true;
  readonly reads?: ReadonlySet<TableName>;
  readonly endpoint: Endpoint;
  readonly answer: (call: UserCall<never>) => Promise<Result<unknown, HttpRefusal>>;
}

export const forAnyone = <
  Input extends z.ZodType,
  Output extends z.ZodType,
  Name extends JsonCallName,
>(
  endpoint: Endpoint<Input, Output, Name>,
  answer: (call: AnyoneCall<z.output<Input>>) => Answer<Output, Name>,
): Route => ({ access: "anyone", endpoint, answer });

export const forUser = <
  Input extends z.ZodType,
  Output extends z.ZodType,
  Name extends JsonCallName,
>(
  endpoint: Endpoint<Input, Output, Name>,
  answer: (call: RequestCall<z.output<Input>>) => Answer<Output, Name>,
): Route => ({ access: "signed-in", endpoint, answer });

export const view = <Input extends z.ZodType, Output extends z.ZodType, Name extends JsonCallName>(
  endpoint: Endpoint<Input, Output, Name>,
  answer: (call: UserCall<z.output<Input>>) => Answer<Output, Name>,
): View => ({ access: "signed-in", isView: true, endpoint, answer });
