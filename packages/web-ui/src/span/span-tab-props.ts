import type { LoadedSpan } from './load-span.js';

/** What every part of the detail of a span shows. */
export interface SpanTabProps {
  readonly loaded: LoadedSpan;
}
