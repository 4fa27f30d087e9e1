/** An error's message; by shape, because errors of Node's own modules are not always of this realm. */
export const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
