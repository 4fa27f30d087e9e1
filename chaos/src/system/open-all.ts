type Close = () => Promise<unknown>;

/**
 * Opens a resource that consists of several parts, and adds `close`. `close` closes each part once, in the reverse
 * order of `onClose`. If a part cannot be opened, the earlier parts are closed. If a part cannot be closed, the other
 * parts are still closed, and `close` rejects with the first error.
 */
export async function openAll<Opened>(
  open: (onClose: (close: Close) => void) => Promise<Opened>,
): Promise<Opened & { close(): Promise<void> }> {
  const closers: Close[] = [];
  const closeAll = async () => {
    const errors: unknown[] = [];
    for (const next of closers.toReversed()) {
      await next().catch((error) => errors.push(error));
    }
    if (errors.length > 0) {
      throw errors[0];
    }
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  try {
    return { ...(await open((closer) => void closers.push(closer))), close };
  } catch (error) {
    await Promise.allSettled([close()]);
    throw error;
  }
}
