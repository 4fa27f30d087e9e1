import { QueryTooLarge } from '../traceql-error.js';
import type { Field } from '../tree/field.js';
import type { Binding, PlacedSpan } from './read-field.js';
import type { FlatAttributes } from './traced-span.js';

/** Maximum number of times that a condition is evaluated for one span. */
const MAX_PAIRS = 1_000_000;

/** Members of events, or of links, that an expression reads. */
interface Wanted {
  readonly isNeeded: boolean;
  /** True if the expression reads the name or another intrinsic of the events or links. */
  readonly hasIntrinsic: boolean;
  /** Names of the attributes that the expression reads. */
  readonly names: readonly string[];
}

type Entry = { readonly attributes: FlatAttributes };
type Bindings = (placed: PlacedSpan) => Iterable<Binding>;

/**
 * Returns a function that pairs a span's events with its links. The function yields the pairs for which an expression
 * with these fields must be evaluated. All events or links without the fields' attributes lead to the same result, so
 * only one of them is used.
 */
export function bindingsFor(fields: readonly Field[]): Bindings {
  const [events, links] = [toWanted('event', fields), toWanted('link', fields)];
  if (!events.isNeeded && !links.isNeeded) {
    return (placed) => [{ placed, event: undefined, link: undefined }];
  }
  return function* pairs(placed) {
    const { span } = placed;
    const [eventList, linkList] = [entriesOf(span.events, events), entriesOf(span.links, links)];
    if (eventList.length * linkList.length > MAX_PAIRS) {
      throw new QueryTooLarge(`span ${span.span_id} has too many events and links for this query`);
    }
    for (const event of eventList) {
      for (const link of linkList) {
        yield { placed, event, link };
      }
    }
  };
}

function toWanted(scope: 'event' | 'link', fields: readonly Field[]): Wanted {
  const names: string[] = [];
  let hasIntrinsic = false;
  for (const field of fields) {
    if (field.kind === 'intrinsic') {
      hasIntrinsic ||= field.name.startsWith(`${scope}:`);
    } else if (field.scope === scope || field.scope === undefined) {
      names.push(field.name);
    }
  }
  return { isNeeded: hasIntrinsic || names.length > 0, hasIntrinsic, names };
}

function entriesOf<Item extends Entry>(
  entries: readonly Item[],
  { isNeeded, hasIntrinsic, names }: Wanted,
): readonly (Item | undefined)[] {
  if (!isNeeded || entries.length === 0) {
    return [undefined];
  }
  if (hasIntrinsic) {
    return entries;
  }
  const other = entries.find(({ attributes }) => !names.some((name) => attributes.has(name)));
  return entries.filter(
    (entry) => entry === other || names.some((name) => entry.attributes.has(name)),
  );
}
