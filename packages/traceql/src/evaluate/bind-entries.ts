import type { Field } from '../tree/field.js';
import type { Binding, PlacedSpan } from './read-field.js';
import type { FlatAttributes } from './traced-span.js';

/** A condition of one span is not computed more often. */
const MAX_PAIRS = 1_000_000;

/** A span has so many events and links that a condition on both of them cannot be computed. */
export class TooManyPairs extends Error {}

/** What an expression needs of the entries of a list: of events, or of links. */
interface Wanted {
  readonly isNeeded: boolean;
  /** Whether a name or another member of each entry is needed. */
  readonly hasIntrinsic: boolean;
  /** The attributes that are needed. */
  readonly names: readonly string[];
}

type Entry = { readonly attributes: FlatAttributes };
type Bindings = (placed: PlacedSpan) => Iterable<Binding>;

/**
 * Returns the pairs of an event and a link with which an expression of these fields is computed. Of the entries without
 * any of the attributes that it names, one stands for all, because they give the same value.
 */
export function bindingsFor(fields: readonly Field[]): Bindings {
  const [events, links] = [wantedOf('event', fields), wantedOf('link', fields)];
  if (!events.isNeeded && !links.isNeeded) {
    return (placed) => [{ placed, event: undefined, link: undefined }];
  }
  return function* pairs(placed) {
    const { span } = placed;
    const [eventList, linkList] = [entriesOf(span.events, events), entriesOf(span.links, links)];
    if (eventList.length * linkList.length > MAX_PAIRS) {
      throw new TooManyPairs(`span ${span.span_id} has too many events and links for this query`);
    }
    for (const event of eventList) {
      for (const link of linkList) {
        yield { placed, event, link };
      }
    }
  };
}

function wantedOf(scope: 'event' | 'link', fields: readonly Field[]): Wanted {
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
