/** Resolves after all callbacks of resolved promises have run. */
export function settle(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}
