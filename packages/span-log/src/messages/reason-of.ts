/**
 * Returns an error's message. Checks the shape of the value, because `instanceof` fails for errors from another realm.
 */
export function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}
