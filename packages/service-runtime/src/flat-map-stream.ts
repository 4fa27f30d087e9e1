/**
 * Replaces each portion of a stream with the items that `expand` returns for it. The resulting stream has the same
 * return value as the source. Portions are requested one at a time, only when the caller needs them. If the caller
 * stops early, the source is closed too.
 */
export async function* flatMapStream<Portion, Item, End>(
  stream: AsyncIterator<Portion, End>,
  expand: (portion: Portion) => AsyncIterable<Item> | Iterable<Item>,
): AsyncGenerator<Item, End, undefined> {
  try {
    for (;;) {
      const step = await stream.next();
      if (step.done) {
        return step.value;
      }
      yield* expand(step.value);
    }
  } finally {
    await stream.return?.();
  }
}

/**
 * Replaces each portion of a stream with the result of a function. In all other respects, behaves like `flatMapStream`.
 */
export function mapStream<Portion, Item, End>(
  stream: AsyncIterator<Portion, End>,
  map: (portion: Portion) => Item | Promise<Item>,
): AsyncGenerator<Awaited<Item>, End, undefined> {
  return flatMapStream(stream, async function* (portion) {
    yield await map(portion);
  });
}

/** Passes every portion of a stream to `consume`. Resolves with the stream's return value. */
export async function drainStream<Portion, End>(
  stream: AsyncIterator<Portion, End>,
  consume: (portion: Portion) => void | Promise<void>,
): Promise<End> {
  const drained = mapStream(stream, consume);
  for (;;) {
    const step = await drained.next();
    if (step.done) {
      return step.value;
    }
  }
}
