/** Resolves when everything that resolved promises trigger has happened. */
export function settle(): Promise<unknown> {
  return new Promise((resolve) => setImmediate(resolve));
}
