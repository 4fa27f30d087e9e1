import type { AttributedPart } from '@spanhouse/trace-store/reader';
import { attributesIn, compileCondition, type TracedSpan } from '@spanhouse/traceql/evaluate';
import { NameCounts } from '../../front-doors/list-names.js';
import type { OpenStore } from '../../front-doors/walk-traces.js';
import { QueriedSpans } from '../../traceql/queried-span.js';
import { representativeSpan, spanOfStructure } from '../../traceql/representative-span.js';
import { groupTaggedSpans, hasAllValues } from './group-tagged-spans.js';
import { intrinsicTags, type TagScope, tagScopes } from './tag-fields.js';
import { type TagSelection, walkTaggedSpans } from './walk-tagged-spans.js';

/** Names of the attributes in one scope. */
export interface ScopeTags {
  readonly name: TagScope;
  readonly tags: readonly string[];
}

type StoredScope = Exclude<TagScope, 'intrinsic'>;

const parts: Readonly<Record<StoredScope, AttributedPart>> = {
  span: 'attributes',
  resource: 'resource',
  instrumentation: 'scope',
  event: 'events',
  link: 'links',
};

/** Lists attribute names by scope. Empty scopes are left out. */
export async function listTags(
  { scopes, limit }: { readonly scopes: readonly TagScope[]; readonly limit: number },
  selection: TagSelection,
  store: OpenStore,
): Promise<readonly ScopeTags[]> {
  const counts = await countNames(scopes.filter(isStored), selection, store);
  return tagScopes
    .filter((scope) => scopes.includes(scope))
    .map((name) => ({
      name,
      tags: isStored(name) ? (counts.get(name)?.list(limit) ?? []) : intrinsicTags.slice(0, limit),
    }))
    .filter(({ tags }) => tags.length > 0);
}

function isStored(scope: TagScope): scope is StoredScope {
  return scope !== 'intrinsic';
}

async function countNames(
  scopes: readonly StoredScope[],
  selection: TagSelection,
  store: OpenStore,
): Promise<ReadonlyMap<StoredScope, NameCounts>> {
  const counted = await Promise.all(
    scopes.map(async (scope) => [scope, await groupScopeNames(scope, selection, store)] as const),
  );
  const left = counted.flatMap(([scope, names]) => (names === undefined ? [scope] : []));
  const known = counted.flatMap(([scope, names]) =>
    names === undefined ? [] : [[scope, names] as const],
  );
  return new Map([...known, ...(await walkNames(left, selection, store))]);
}

/**
 * Maximum number of groups. Each group contains the structure of its spans, which is long, so reading more groups would
 * take longer than reading the spans.
 */
const MAX_GROUPS = 20_000;

/**
 * Counts the attribute names in a scope by groups of spans with the same structure. Resolves with undefined if the
 * condition cannot be evaluated with grouping keys, or if there are too many groups.
 */
export async function groupScopeNames(
  scope: StoredScope,
  selection: TagSelection,
  store: OpenStore,
): Promise<NameCounts | undefined> {
  const part = parts[scope];
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
      for (const name of namesOf(spanOfStructure(part, group.structure, shown), scope)) {
        counts.add(name, group.count);
      }
    }
  }
  return counts;
}

/** Counts the names by reading the selected spans. */
async function walkNames(
  scopes: readonly StoredScope[],
  selection: TagSelection,
  store: OpenStore,
): Promise<ReadonlyMap<StoredScope, NameCounts>> {
  const counts = new Map(scopes.map((scope) => [scope, new NameCounts()]));
  if (counts.size > 0) {
    const read = { ...selection, unread: scopes.includes('span') ? [] : ['attributes' as const] };
    await walkTaggedSpans(read, store, (span) => {
      for (const [scope, names] of counts) {
        for (const name of namesOf(span, scope)) {
          names.add(name);
        }
      }
    });
  }
  return counts;
}

/** Returns the distinct attribute names in a scope. */
function namesOf(span: TracedSpan, scope: StoredScope): Iterable<string> {
  const [first, ...more] = attributesIn(span, scope);
  return more.length === 0
    ? (first?.keys() ?? [])
    : new Set([first, ...more].flatMap((attributes) => [...(attributes?.keys() ?? [])]));
}
