import type {
  CanonicalSpan,
  JsonObject,
  ProjectPrices,
  SpanHash,
  SpanLink,
  SpanReference,
  TraceType,
} from '@spanhouse/span-schema';
import { type AgParts, isEmpty } from '../ag/ag-parts.js';
import { assembleAg, readAg } from '../ag/canonical-ag.js';
import { unfoldAttributes, unfoldPlainAttributes } from '../ag/unfold-attributes.js';
import { createUnfoldBudget, type UnfoldBudget } from '../ag/unfold-budget.js';
import { computeCosts } from '../metrics/compute-costs.js';
import { computeOwnMetrics, submittedCumulative } from '../metrics/compute-metrics.js';
import { responseIdIn } from '../metrics/echoes.js';
import { createPriceLookUps, type PriceLookUps } from '../metrics/price-table.js';
import { rollUpMetrics } from '../metrics/roll-up-metrics.js';
import { computeHashes, createHashBudget, type HashBudget } from '../references/reference-hash.js';
import { listReferences } from '../references/references.js';
import type { SpanDraft } from '../submission/span-draft.js';

/** Canonical spans, and the position of each span's draft. */
export interface FinishedSpans {
  spans: CanonicalSpan[];
  origins: number[];
}

/** Facts about the request that contains the spans. */
export interface RequestFacts {
  /**
   * The size of the body; set only if the protocol allows very small spans. The number of hashes is then limited by
   * this size.
   */
  readonly bodyBytes?: number | undefined;
  /** The prices that the project has set for models. */
  readonly prices?: ProjectPrices | undefined;
}

/**
 * Converts the drafts of one request to canonical spans: normalises each span, rolls up metrics, and sets the trace
 * type of each trace.
 *
 * - The result is grouped by trace, in the order of first occurrence.
 * - Spans with the same trace id and span id become one span, with the position of the first and the content of the
 *   last.
 * - Takes ownership of the drafts' attributes.
 * - Throws RequestTooComplex.
 */
export function finishSpans(
  drafts: readonly SpanDraft[],
  { bodyBytes = Number.POSITIVE_INFINITY, prices }: RequestFacts = {},
): FinishedSpans {
  const bounds = {
    budget: createUnfoldBudget(),
    lookUps: createPriceLookUps(prices),
    hashes: createHashBudget(bodyBytes),
  };
  const finished: FinishedSpans = { spans: [], origins: [] };
  for (const trace of groupByTrace(drafts)) {
    const spans = finishTrace(drafts, trace, bounds);
    for (let at = 0; at < spans.length; at++) {
      finished.spans.push(spans[at] as CanonicalSpan);
      finished.origins.push(trace.origins[at] as number);
    }
  }
  return finished;
}

/** The spans of one trace, as the positions of their drafts. */
interface TraceGroup {
  traceId: string;
  origins: number[];
  /** The index in `origins` for each span id. */
  positions: Map<string, number>;
}

function groupByTrace(drafts: readonly SpanDraft[]): Iterable<TraceGroup> {
  const groups = new Map<string, TraceGroup>();
  let group: TraceGroup | undefined;
  for (let at = 0; at < drafts.length; at++) {
    const { trace_id: traceId, span_id: spanId } = drafts[at] as SpanDraft;
    if (group === undefined || group.traceId !== traceId) {
      group = groupFor(groups, traceId);
    }
    const position = group.positions.get(spanId);
    if (position === undefined) {
      group.positions.set(spanId, group.origins.length);
      group.origins.push(at);
    } else {
      group.origins[position] = at;
    }
  }
  return groups.values();
}

function groupFor(groups: Map<string, TraceGroup>, traceId: string): TraceGroup {
  const group = groups.get(traceId) ?? { traceId, origins: [], positions: new Map() };
  groups.set(traceId, group);
  return group;
}

/** The budgets that all spans of a request share. */
type RequestBounds = Omit<SpanContext, 'trace_type'>;

function finishTrace(
  drafts: readonly SpanDraft[],
  { origins }: TraceGroup,
  bounds: RequestBounds,
): CanonicalSpan[] {
  const own = origins.map((origin) => drafts[origin] as SpanDraft);
  const context = { trace_type: traceTypeOf(own), ...bounds };
  const spans = own.map((draft) => toCanonicalSpan(draft, context));
  rollUpMetrics(spans, responseIdIn);
  return spans;
}

/** Returns the type of a trace. A single annotation span makes the whole trace an annotation. */
export function traceTypeOf(drafts: readonly SpanDraft[]): TraceType {
  return drafts.some((draft) => draft.is_annotation) ? 'annotation' : 'invocation';
}

/** The values that a span needs from its trace and request: the trace type and the budgets. */
interface SpanContext {
  trace_type: TraceType;
  budget: UnfoldBudget;
  lookUps: PriceLookUps;
  hashes: HashBudget;
}

/**
 * Builds the canonical form of one draft, without the roll-up (see docs/api/ingest.md). Takes ownership of the draft's
 * attributes. Sets the session, user and agent of root spans only.
 */
function toCanonicalSpan(draft: SpanDraft, context: SpanContext): CanonicalSpan {
  const { others, ag } = unfoldAttributes(draft.attributes, context.budget);
  const parts = readAg(ag ?? null);
  fillIn(parts, draft);
  computeOwnMetrics(parts.metrics, draft);
  const spanType = parts.span_type ?? draft.span_type ?? 'task';
  const pricing = computeCosts(parts, draft, context.lookUps);
  others['ag'] = assembleAg(parts);
  const links = unfoldEntries(draft.links, context.budget);
  const references =
    parts.references === undefined
      ? unfoldEntries(draft.references, context.budget)
      : listReferences(parts.references);
  const hashes =
    computeHashes(references, links, context.hashes) ?? unfoldEntries(draft.hashes, context.budget);
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
    session_id: rootIdOf(draft, parts.session),
    user_id: rootIdOf(draft, parts.user),
    agent_id: rootIdOf(draft, parts.agent),
    attributes: others,
    metrics: parts.metrics,
    submitted_cumulative: submittedCumulative(parts.metrics),
    has_mapped_usage: draft.has_mapped_usage,
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

/** Fills absent groups of `ag` with the span's top-level members. */
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

function rootIdOf({ parent_id }: SpanDraft, group: JsonObject | undefined): string | undefined {
  const id = parent_id === undefined ? group?.['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

type ListEntry = SpanReference | SpanLink | SpanHash;

/** Unfolds the attributes of each entry. Omits empty attributes, and returns `undefined` for an empty list. */
function unfoldEntries<Entry extends ListEntry>(
  entries: readonly Entry[] | undefined,
  budget: UnfoldBudget,
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
