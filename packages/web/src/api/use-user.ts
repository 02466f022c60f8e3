import { CALLS, callAt } from "@sevenfold/contract/calls";
import type { InputOf } from "@sevenfold/contract/endpoints";
import type { UserView } from "@sevenfold/contract/sign-in";
import useSWR, { mutate } from "swr";
import { forgetNotices } from "../ui/notices.ts";
import { forgetAccountInUse } from "./account-in-use.ts";
import { call } from "./call.ts";
import { ProblemError } from "./problem-error.ts";

const HINT = "sevenfold.signed-in";

/** Who is signed in. `null` in the cache is "nobody", which is an answer. */
export function useUser({ when = true } = {}) {
  const {
    data,
    error,
    mutate: again,
  } = useSWR<UserView | null, ProblemError>(when ? CALLS.readUser.path : null, userOrNobody);
  return { user: data ?? undefined, isLoading: when && data === undefined && !error, error, again };
}

/** For public pages: asks only where this browser has signed in before. */
export const useVisitor = () => useUser({ when: hint.isSet() });

/** Signs in as the demo trader. @throws ProblemError */
export const enterDemo = async (): Promise<UserView> => admit(await call(CALLS.demoSignIn, {}));

/** Signs in with name, address and password. @throws ProblemError */
export const enter = async (credentials: InputOf<"signIn">): Promise<UserView> =>
  admit(await call(CALLS.signIn, credentials));

/** Opens an account, which signs in at once. @throws ProblemError */
export const enterNew = async (
  registration: InputOf<"register">,
  idempotencyKey: string,
): Promise<UserView> => admit(await call(CALLS.register, registration, { idempotencyKey }));

async function admit(user: UserView): Promise<UserView> {
  await forget();
  hint.set();
  await mutate(CALLS.readUser.path, user, { revalidate: false });
  return user;
}

/** @throws ProblemError */
export async function leave(): Promise<void> {
  await call(CALLS.signOut, {});
  await forgetUser();
}

/** After the account or its sign-in has ended: nobody is signed in here. */
export async function forgetUser(): Promise<void> {
  hint.clear();
  await mutate(CALLS.readUser.path, null, { revalidate: false });
  await forget();
}

/** What one person saw and was told never shows to the next; the market is everybody's. */
async function forget(): Promise<void> {
  forgetNotices();
  forgetAccountInUse();
  await mutate((key) => key !== CALLS.readUser.path && !isEverybodys(key), undefined, {
    revalidate: false,
  });
}

const isEverybodys = (key: unknown): boolean =>
  typeof key === "string" && callAt(key)?.belongsTo === "everybody";

async function userOrNobody(): Promise<UserView | null> {
  try {
    const user = await call(CALLS.readUser);
    hint.set();
    return user;
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.status === 401) {
      hint.clear();
      return null;
    }
    throw thrown;
  }
}

const hint = {
  isSet: () => quietly(() => localStorage.getItem(HINT) === "yes") ?? true,
  set: () => quietly(() => localStorage.setItem(HINT, "yes")),
  clear: () => quietly(() => localStorage.removeItem(HINT)),
};

function quietly<Answer>(use: () => Answer): Answer | undefined {
  try {
    return use();
  } catch {
    // A browser may close its storage to us.
    return undefined;
  }
}
