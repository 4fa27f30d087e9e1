/** Creates a `failed` promise whose rejection needs no handler. */
export function createDeliveryFailure() {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  return { failed, fail };
}
