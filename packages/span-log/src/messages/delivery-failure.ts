/** Creates a `failed` promise. A rejection that no caller handles has no effect. */
export function createDeliveryFailure() {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  return { failed, fail };
}
