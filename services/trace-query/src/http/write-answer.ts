import { formatTimestamp } from '@spanhouse/span-schema';
import type { ItemText } from '../query/assemble-trace.js';
import type { ItemStream, ShownWindow } from '../query/list-request.js';
import { holdBack } from './hold-back.js';
import type { ReadCosts } from './read-costs.js';

/** How a list is written: `{"count":n,"<name>":[…],"windowing":…}`. */
export interface ListShape<Item> {
  readonly name: 'spans' | 'traces';
  /** A list, or an object whose members are the items. */
  readonly brackets: readonly ['[', ']'] | readonly ['{', '}'];
  readonly writeItem: (item: Item) => ItemText;
  /** Default: with an empty list. */
  readonly emptyAnswer?: (window: ShownWindow | undefined) => string;
}

type ItemSource<Item> = ItemStream<Item> | AsyncGenerator<readonly Item[], void>;

interface ListEnd {
  readonly count: number;
  readonly window: ShownWindow | undefined;
}

/** The pieces of a list. One that is too long to hold is begun before its end, and has its count there. */
export async function* writeList<Item>(
  source: ItemSource<Item>,
  shape: ListShape<Item>,
  costs: ReadCosts,
): AsyncGenerator<string> {
  const { name, brackets, emptyAnswer } = shape;
  const [open, close] = brackets;
  const end: ListEnd[] = [];
  const items = holdBack(writeItems(source, shape, end), costs);
  const first = await items.next();
  const hasCount = !costs.isUnderWay;
  const { count = 0, window } = end[0] ?? {};
  if (first.done && emptyAnswer !== undefined) {
    yield emptyAnswer(window);
    return;
  }
  yield hasCount ? `{"count":${count},"${name}":${open}` : `{"${name}":${open}`;
  if (!first.done) {
    yield first.value;
    yield* items;
  }
  const late = hasCount ? '' : `,"count":${end[0]?.count}`;
  yield `${close}${late}${writeWindow(end[0]?.window)}}`;
}

/** Leaves the count and the window in `end`. */
async function* writeItems<Item>(
  source: ItemSource<Item>,
  { writeItem }: ListShape<Item>,
  end: ListEnd[],
): AsyncGenerator<string> {
  for (let count = 0; ; ) {
    const step = await source.next();
    if (step.done) {
      end.push({ count, window: step.value ?? undefined });
      return;
    }
    for (const item of step.value) {
      if (count > 0) yield ',';
      count += 1;
      yield* piecesOf(writeItem(item));
    }
  }
}

export async function* piecesOf(text: ItemText): AsyncGenerator<string> {
  if (typeof text === 'string') yield text;
  else yield* text;
}

/** `<before>…<after>`. */
export function wrapText(before: string, text: ItemText, after: string): ItemText {
  return typeof text === 'string' ? `${before}${text}${after}` : wrapPieces(before, text, after);
}

async function* wrapPieces(
  before: string,
  pieces: AsyncIterable<string>,
  after: string,
): AsyncGenerator<string> {
  yield before;
  yield* pieces;
  yield after;
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
