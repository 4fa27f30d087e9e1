import type {
  JsonObject,
  SpanEvent,
  SpanHash,
  SpanLink,
  SpanReference,
} from '@spanhouse/span-schema';
import { SpanFault } from '../submission/span-fault.js';
import { readEvents, readHashes, readLinks, readReferenceList } from './read-lists.js';
import { listIn } from './span-members.js';

/** The lists of one span. An empty list of links makes the trace an annotation. */
export interface SpanLists {
  events: readonly SpanEvent[] | undefined;
  links: readonly SpanLink[] | undefined;
  references: readonly SpanReference[] | undefined;
  hashes: readonly SpanHash[] | undefined;
}

const noLists: SpanLists = {
  events: undefined,
  links: undefined,
  references: undefined,
  hashes: undefined,
};

/** Reads the lists of a span, or returns the first fault. Most spans have no list and share one result. */
export function readSpanLists(span: JsonObject): SpanLists | SpanFault {
  const sent = {
    events: listIn(span, 'events'),
    links: listIn(span, 'links'),
    references: listIn(span, 'references'),
    hashes: listIn(span, 'hashes'),
  };
  if (!(sent.events || sent.links || sent.references || sent.hashes)) {
    return noLists;
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
