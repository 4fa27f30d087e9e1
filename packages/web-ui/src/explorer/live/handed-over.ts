import type { Filtering } from '../../filter-bar/filtering.js';
import type { Projection } from '../list-reading/row-projection.js';
import { livePlatform } from './live-platform.js';
import { LiveSpans } from './live-spans.js';

let handedOver: LiveSpans | undefined;

/** Passes these spans and their stream to the next live list that has no filter. */
export function handOver(live: LiveSpans): void {
  handedOver = live;
}

/** Returns the spans of a live list: spans that another page has handed over, or a new empty list. */
export function openLiveSpans(filtering: Filtering | undefined, projection: Projection): LiveSpans {
  const live = filtering === undefined ? handedOver : undefined;
  handedOver = undefined;
  return live ?? new LiveSpans(filtering, livePlatform, projection);
}
