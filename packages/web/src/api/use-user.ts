import { CALLS } from "@sevenfold/contract/calls";
import type { InputOf } from "@sevenfold/contract/endpoints";
import type { UserView } from "@sevenfold/contract/sign-in";
import useSWR, { mutate } from "swr";
import { call } from "./call.ts";
import { ProblemError } from "./problem-error.ts";
import { forget, forgetUser, heardUser, isHinted, knownUser } from "./signed-in.ts";

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
export const useVisitor = () => useUser({ when: isHinted() });

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
  heardUser(user);
  await mutate(CALLS.readUser.path, user, { revalidate: false });
  return user;
}

/** @throws ProblemError */
export async function leave(): Promise<void> {
  await call(CALLS.signOut, {});
  await forgetUser();
}

async function userOrNobody(): Promise<UserView | null> {
  const before = knownUser();
  const user = await readUserOrNobody();
  // An answer from before somebody signed in or out here tells of nobody any more.
  if (before === knownUser()) heardUser(user);
  return user;
}

async function readUserOrNobody(): Promise<UserView | null> {
  try {
    return await call(CALLS.readUser);
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.status === 401) return null;
    throw thrown;
  }
}
