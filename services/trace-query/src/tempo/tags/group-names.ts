import type { AttributedPart } from '@spanhouse/trace-store/reader';
import { compileCondition, type TracedSpan } from '@spanhouse/traceql/evaluate';
import { QueriedSpans } from '../../traceql/queried-span.js';
import { representativeSpan, spanOfStructure } from '../../traceql/representative-span.js';
import { groupTaggedSpans, hasAllValues } from './group-tagged-spans.js';
import { NameCounts } from './tag-counts.js';
import type { TagSelection, TagStore } from './walk-tagged-spans.js';

/** Structures are long, so that reading the spans takes less time than reading more groups. */
const MAX_GROUPS = 20_000;

/** A part of a span, and the names of its attributes. */
export interface NamedPart {
  readonly part: AttributedPart;
  readonly namesIn: (span: TracedSpan) => Iterable<string>;
}

/**
 * Counts the names of attributes by groups of spans with the same structure. Resolves with undefined if no keys
 * determine the condition, or if there are too many groups.
 */
export async function groupNames(
  { part, namesIn }: NamedPart,
  selection: TagSelection,
  store: TagStore,
): Promise<NameCounts | undefined> {
  const grouping = { by: [], structure: part, limit: MAX_GROUPS };
  const groups = await groupTaggedSpans(grouping, selection, store);
  if (!groups?.every(hasAllValues)) {
    return undefined;
  }
  const counts = new NameCounts();
  const matches = compileCondition(selection.condition);
  const shown = new QueriedSpans();
  for (const group of groups) {
    if (matches(representativeSpan(group, shown))) {
      for (const name of namesIn(spanOfStructure(part, group.structure, shown))) {
        counts.add(name, group.count);
      }
    }
  }
  return counts;
}
