/** The `failed` promise of a subscription, with the function that rejects it. */
export interface DeliveryFailure {
  readonly failed: Promise<never>;
  /** Rejects `failed`; calls after the first one have no effect. */
  fail(error: unknown): void;
}

/** Creates a `failed` promise. A rejection that no caller handles has no effect. */
export function createDeliveryFailure(): DeliveryFailure {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  return { failed, fail };
}
