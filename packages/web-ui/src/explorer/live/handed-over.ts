import type { Filtering } from '../../filter-bar/filtering.js';
import type { Projection } from '../list-reading/row-projection.js';
import { livePlatform } from './live-platform.js';
import { LiveSpans } from './live-spans.js';

let handedOver: LiveSpans | undefined;

/** Passes these spans and their stream to the next live list without a filter. */
export function handOver(live: LiveSpans): void {
  handedOver = live;
}

/** Returns the spans for a live list: those handed over to it, or a new empty list. */
export function openLiveSpans(filtering: Filtering | undefined, projection: Projection): LiveSpans {
  const live = filtering === undefined ? handedOver : undefined;
  handedOver = undefined;
  return live ?? new LiveSpans(filtering, livePlatform, projection);
}
