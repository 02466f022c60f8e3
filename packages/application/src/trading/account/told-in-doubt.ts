/**
 * What a transaction answers. One that fails may have been committed all the same, when only its answer
 * was lost: whoever follows the account is told as if it had been, and looks at the rows.
 */
export async function toldInDoubt<Answer>(
  committing: Promise<Answer>,
  tell: () => void,
): Promise<Answer> {
  try {
    return await committing;
  } catch (error) {
    tell();
    throw error;
  }
}
