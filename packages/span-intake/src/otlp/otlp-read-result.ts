import type { DroppedSpan } from '../dropped-span.js';
import type { SpanDraft } from '../span-draft.js';

export type OtlpReadResult =
  | {
      readonly status: 'read';
      /** In the order of the request. */
      readonly drafts: SpanDraft[];
      /** `index` counts the spans of the request over all its resources and scopes. */
      readonly dropped: DroppedSpan[];
    }
  /** Damage that leaves no place to continue from: nothing of the request is taken. */
  | { readonly status: 'undecodable'; readonly reason: string };
