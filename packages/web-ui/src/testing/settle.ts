/** Waits until the callbacks of all resolved promises have run. */
export function settle(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}
