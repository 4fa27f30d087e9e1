/**
 * Replaces each portion of a stream with the items that `expand` returns for it. The result ends with the same value as
 * the stream. Portions are requested one at a time, when the caller needs them. If the caller stops early, the stream
 * is closed as well.
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

/** Replaces each portion of a stream with the result of a function; see `flatMapStream`. */
export function mapStream<Portion, Item, End>(
  stream: AsyncIterator<Portion, End>,
  map: (portion: Portion) => Item | Promise<Item>,
): AsyncGenerator<Awaited<Item>, End, undefined> {
  return flatMapStream(stream, async function* (portion) {
    yield await map(portion);
  });
}

/** Passes every portion of a stream to `consume`. Resolves with the value with which the stream ends. */
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
