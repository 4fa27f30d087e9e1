import type {
  CanonicalSpan,
  JsonObject,
  SpanHash,
  SpanLink,
  SpanReference,
  TraceType,
} from '@spanhouse/span-schema';
import { type AgParts, isEmpty } from './ag-parts.js';
import { assembleAg, readAg } from './canonical-ag.js';
import { computeCosts } from './compute-costs.js';
import { computeOwnMetrics, submittedCumulative } from './compute-metrics.js';
import type { GapBudget } from './place-attribute.js';
import type { PriceLookUps } from './price-table.js';
import { computeHashes } from './reference-hash.js';
import { listReferences } from './references.js';
import type { SpanDraft } from './span-draft.js';
import { unfoldAttributes, unfoldPlainAttributes } from './unfold-attributes.js';

/** What a span takes from its request. */
export interface SpanContext {
  trace_type: TraceType;
  budget: GapBudget;
  lookUps: PriceLookUps;
}

/** Makes the canonical form of one draft, but for the roll-up. Takes over the draft's attributes. */
export function toCanonicalSpan(draft: SpanDraft, context: SpanContext): CanonicalSpan {
  const { others, ag } = unfoldAttributes(draft.attributes, context.budget);
  const parts = readAg(ag ?? null);
  fillIn(parts, draft);
  computeOwnMetrics(parts.metrics, draft);
  const spanType = parts.span_type ?? draft.span_type ?? 'task';
  const pricing = computeCosts(parts, {
    span_type: spanType,
    start_time: draft.start_time,
    lookUps: context.lookUps,
  });
  others['ag'] = assembleAg(parts);
  const links = unfoldEntries(draft.links, context.budget);
  const references =
    parts.references === undefined
      ? unfoldEntries(draft.references, context.budget)
      : listReferences(parts.references);
  const hashes = computeHashes(references, links) ?? unfoldEntries(draft.hashes, context.budget);
  const isRoot = draft.parent_id === undefined;
  return {
    trace_id: draft.trace_id,
    span_id: draft.span_id,
    parent_id: draft.parent_id,
    trace_type: context.trace_type,
    span_type: spanType,
    has_type_span: parts.span_type !== undefined,
    span_kind: draft.span_kind,
    span_name: draft.span_name,
    start_time: draft.start_time,
    end_time: draft.end_time,
    status_code: draft.status_code,
    status_message: draft.status_message,
    session_id: isRoot ? idOf(parts.session) : undefined,
    user_id: isRoot ? idOf(parts.user) : undefined,
    agent_id: isRoot ? idOf(parts.agent) : undefined,
    attributes: others,
    metrics: parts.metrics,
    submitted_cumulative: submittedCumulative(parts.metrics),
    references,
    links,
    hashes,
    events: draft.events?.length === 0 ? undefined : draft.events,
    resource: draft.resource,
    scope: draft.scope,
    trace_state: draft.trace_state,
    flags: draft.flags,
    dropped_attributes_count: draft.dropped_attributes_count,
    dropped_events_count: draft.dropped_events_count,
    dropped_links_count: draft.dropped_links_count,
    pricing,
  };
}

/** Top-level members fill what the attributes leave absent. */
function fillIn(parts: AgParts, draft: SpanDraft): void {
  if (draft.exception !== undefined && !isEmpty(draft.exception)) {
    parts.exception ??= draft.exception;
  }
  if (draft.session_id !== undefined) {
    parts.session ??= { id: draft.session_id };
  }
  if (draft.user_id !== undefined) {
    parts.user ??= { id: draft.user_id };
  }
  if (draft.agent_id !== undefined) {
    parts.agent ??= { id: draft.agent_id };
  }
}

function idOf(group: JsonObject | undefined): string | undefined {
  const id = group?.['id'];
  return typeof id === 'string' ? id : undefined;
}

type ListEntry = SpanReference | SpanLink | SpanHash;

/** An empty list is stored as none; an entry's attributes are unfolded, empty ones left out. */
function unfoldEntries<Entry extends ListEntry>(
  entries: readonly Entry[] | undefined,
  budget: GapBudget,
): readonly Entry[] | undefined {
  if (entries === undefined || entries.length === 0) {
    return undefined;
  }
  return entries.map((entry) => {
    const { attributes, ...identity } = entry;
    return attributes === undefined || isEmpty(attributes)
      ? (identity as Entry)
      : { ...entry, attributes: unfoldPlainAttributes(attributes, budget) };
  });
}
