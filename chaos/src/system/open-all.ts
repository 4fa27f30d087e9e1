type Close = () => Promise<unknown>;

/**
 * Opens something that consists of several parts, and adds `close`, which closes them in the reverse order of
 * `onClose`. If a part cannot be opened, the earlier ones are closed.
 */
export async function openAll<Opened>(
  open: (onClose: (close: Close) => void) => Promise<Opened>,
): Promise<Opened & { close(): Promise<void> }> {
  const closers: Close[] = [];
  const close = async () => {
    for (const next of closers.splice(0).reverse()) {
      await next();
    }
  };
  try {
    return { ...(await open((closer) => void closers.push(closer))), close };
  } catch (error) {
    await close();
    throw error;
  }
}
