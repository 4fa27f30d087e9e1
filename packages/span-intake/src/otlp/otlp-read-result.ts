import type { AdapterName } from '../adapters/adapter.js';
import type { DroppedSpan } from '../dropped-span.js';
import type { SpanDraft } from '../span-draft.js';

export type OtlpReadResult =
  | {
      readonly status: 'read';
      /** In the order of the request. */
      readonly drafts: SpanDraft[];
      /** `index` counts the spans of the request over all its resources and scopes. */
      readonly dropped: DroppedSpan[];
      /** One entry per span and adapter that could not map it; the span has all the rest. */
      readonly failedAdapters: AdapterName[];
    }
  /** Damage that leaves no place to continue from: nothing of the request is taken. */
  | { readonly status: 'undecodable'; readonly reason: string }
  /** More than MAX_OTLP_SPANS: nothing of the request is taken. */
  | { readonly status: 'too_many_spans'; readonly reason: string };
