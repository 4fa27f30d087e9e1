import { flatMapStream } from '@spanhouse/service-runtime';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { ItemStream, ShownWindow } from '../paging/list-request.js';
import type { ItemText } from '../span-json/assemble-trace.js';
import type { ReadCosts } from './read-costs.js';
import { type Answer, JsonMembers, nothingFound, RawJson } from './send-json.js';

/** Structure of a list answer: `{"count":n,"<name>":[…],"windowing":…}`. */
export interface ListShape<Item> {
  readonly name: 'spans' | 'traces' | 'summaries';
  /** Brackets around the items: square for elements of an array, curly for members of an object. */
  readonly brackets: readonly ['[', ']'] | readonly ['{', '}'];
  readonly writeItem: (item: Item) => ItemText;
  /** If set, the list member is left out when the list is empty. */
  readonly omitsEmptyList?: true;
}

/** Values that are known only after all items of a list have been read. */
interface ListEnd {
  count: number;
  window: ShownWindow | undefined;
}

/**
 * Returns the answer for a list. Resolves when the list has been read completely, or earlier if the list is too long to
 * keep in memory. In the answer for such a long list, the count follows the items.
 */
export async function listAnswer<Item>(
  source: ItemStream<Item>,
  { name, brackets, writeItem, omitsEmptyList }: ListShape<Item>,
  costs: ReadCosts,
): Promise<Answer> {
  const end: ListEnd = { count: 0, window: undefined };
  const [open, close] = brackets;
  const pieces = writeItems(source, { open, close, writeItem }, end);
  const list = new RawJson(await holdBack(pieces, costs));
  const windowing = () => shownWindow(end.window);
  if (costs.isUnderWay) {
    return new JsonMembers({ [name]: list, count: () => end.count, windowing });
  }
  const isOmitted = end.count === 0 && omitsEmptyList === true;
  return new JsonMembers({ count: end.count, [name]: isOmitted ? undefined : list, windowing });
}

/** Returns the answer for the only trace of a stream, `{"count":1,"trace":…}`, or `{"count":0}` for an empty stream. */
export async function onlyTraceAnswer<Item>(
  source: ItemStream<Item>,
  writeItem: (item: Item) => ItemText,
  costs: ReadCosts,
): Promise<Answer> {
  const end: ListEnd = { count: 0, window: undefined };
  const pieces = await holdBack(writeItems(source, { open: '', close: '', writeItem }, end), costs);
  return end.count === 0 ? nothingFound : new JsonMembers({ count: 1, trace: new RawJson(pieces) });
}

interface ItemTexts<Item> {
  readonly open: string;
  readonly close: string;
  readonly writeItem: (item: Item) => ItemText;
}

/** Yields the items as JSON, separated by commas. Sets the count and the window in `end`. */
async function* writeItems<Item>(
  source: ItemStream<Item>,
  { open, close, writeItem }: ItemTexts<Item>,
  end: ListEnd,
): AsyncGenerator<string> {
  yield open;
  const window = yield* flatMapStream(source, async function* (items: readonly Item[]) {
    for (const item of items) {
      const comma = end.count === 0 ? '' : ',';
      const text = writeItem(item);
      end.count += 1;
      if (typeof text === 'string') {
        yield comma + text;
      } else {
        yield comma;
        yield* text;
      }
    }
  });
  end.window = window;
  yield close;
}

/**
 * Maximum length of an answer that is kept in memory until it is complete. A failure before then still results in an
 * error status.
 */
const HELD_CHARACTERS = 8 * 1024 * 1024;

/**
 * Reads pieces until they end or exceed `HELD_CHARACTERS`. If they exceed it, sets `costs.isUnderWay`. Returns all
 * pieces, including those not read yet.
 */
export async function holdBack(
  pieces: AsyncGenerator<string>,
  costs: ReadCosts,
): Promise<Iterable<string> | AsyncIterable<string>> {
  const held: string[] = [];
  let left = HELD_CHARACTERS;
  for (;;) {
    const step = await pieces.next();
    if (step.done) {
      return held;
    }
    held.push(step.value);
    left -= step.value.length;
    if (left < 0) {
      costs.isUnderWay = true;
      return resume(held, pieces);
    }
  }
}

async function* resume(
  held: readonly string[],
  pieces: AsyncGenerator<string>,
): AsyncGenerator<string> {
  yield* held;
  yield* pieces;
}

/** Converts a page's window to the format of answers. */
export function shownWindow(window: ShownWindow | undefined): object | undefined {
  if (window === undefined) {
    return undefined;
  }
  const { newest, oldest, limit, order, rate, next } = window;
  return {
    newest: newest === undefined ? undefined : formatTimestamp(newest),
    oldest: oldest === undefined ? undefined : formatTimestamp(oldest),
    limit,
    order,
    rate,
    next,
  };
}
