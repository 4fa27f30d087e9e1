export interface DeliveryFailure {
  readonly failed: Promise<never>;
  /** Only the first call counts. */
  fail(error: unknown): void;
}

/** The `failed` promise of a subscription; nobody has to wait for it. */
export const createDeliveryFailure = (): DeliveryFailure => {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  return { failed, fail };
};
