import { formatTimestamp } from '@spanhouse/span-schema';
import type { AssembledTrace } from '../query/assemble-trace.js';
import type { ShownWindow } from '../query/list-request.js';

type Pieces = Iterable<string>;

/** `{"count":n,"<name>":[…],"windowing":…}`. */
export function* writeList<Item>(
  name: string,
  list: { readonly items: readonly Item[]; readonly window?: ShownWindow | undefined },
  writeItem: (item: Item) => Pieces,
): Pieces {
  yield `{"count":${list.items.length},"${name}":[`;
  yield* separated(list.items, writeItem);
  yield `]${writeWindow(list.window)}}`;
}

/** `{"count":n,"traces":{"<trace_id>":{"spans":…}},"windowing":…}`. */
export function* writeTraceMap<Item>(
  list: { readonly items: readonly Item[]; readonly window?: ShownWindow | undefined },
  assemble: (item: Item) => AssembledTrace,
): Pieces {
  yield `{"count":${list.items.length},"traces":{`;
  yield* separated(list.items, function* (item) {
    const trace = assemble(item);
    yield `"${trace.trace_id}":{"spans":`;
    yield* trace.spans;
    yield '}';
  });
  yield `}${writeWindow(list.window)}}`;
}

export function* writeTrace(trace: AssembledTrace): Pieces {
  yield `{"trace_id":"${trace.trace_id}","spans":`;
  yield* trace.spans;
  yield '}';
}

/** `,"windowing":{…}`, or nothing. */
export function writeWindow(window: ShownWindow | undefined): string {
  if (window === undefined) return '';
  const { newest, oldest, limit, order, rate, next } = window;
  const shown = {
    newest: newest === undefined ? undefined : formatTimestamp(newest),
    oldest: oldest === undefined ? undefined : formatTimestamp(oldest),
    limit,
    order,
    rate,
    next,
  };
  return `,"windowing":${JSON.stringify(shown)}`;
}

function* separated<Item>(items: readonly Item[], writeItem: (item: Item) => Pieces): Pieces {
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ',';
    yield* writeItem(item);
  }
}
