import type {
  JsonObject,
  SpanEvent,
  SpanHash,
  SpanLink,
  SpanReference,
} from '@spanhouse/span-schema';
import { readEvents, readHashes, readLinks, readReferenceList } from './read-lists.js';
import { SpanFault } from './span-fault.js';
import { listIn } from './span-members.js';

/** The lists of one span; an empty list of links counts, see "Trace type". */
export interface SpanLists {
  events: readonly SpanEvent[] | undefined;
  links: readonly SpanLink[] | undefined;
  references: readonly SpanReference[] | undefined;
  hashes: readonly SpanHash[] | undefined;
}

const NO_LISTS: SpanLists = {
  events: undefined,
  links: undefined,
  references: undefined,
  hashes: undefined,
};

/** Most spans have no list at all and share one answer. */
export function readSpanLists(span: JsonObject): SpanLists | SpanFault {
  const sent = {
    events: listIn(span, 'events'),
    links: listIn(span, 'links'),
    references: listIn(span, 'references'),
    hashes: listIn(span, 'hashes'),
  };
  if (!(sent.events || sent.links || sent.references || sent.hashes)) {
    return NO_LISTS;
  }
  const events = sent.events && readEvents(sent.events);
  if (events instanceof SpanFault) {
    return events;
  }
  const links = sent.links && readLinks(sent.links);
  if (links instanceof SpanFault) {
    return links;
  }
  const references = sent.references && readReferenceList(sent.references);
  if (references instanceof SpanFault) {
    return references;
  }
  const hashes = sent.hashes && readHashes(sent.hashes);
  return hashes instanceof SpanFault ? hashes : { events, links, references, hashes };
}
