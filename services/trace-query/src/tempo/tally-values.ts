import { longTexts, type TallyKey, type TallyRow } from '@spanhouse/trace-store/reader';
import type { Field } from '@spanhouse/traceql';
import { compileCondition, type TracedSpan, type Value } from '@spanhouse/traceql/evaluate';
import { QueriedSpans } from '../traceql/queried-span.js';
import { standIn, tellAll } from '../traceql/stand-in.js';
import { tallyScope } from './list-tags.js';
import { ValueTally } from './tag-tallies.js';
import { tallyTagged } from './tally-tagged.js';
import type { TagSelection, TagStore } from './walk-tagged-spans.js';

const MAX_ROWS = 200_000;

/** Scopes beside those of the span and its resource. */
const otherScopes = ['event', 'link', 'instrumentation'] as const;

/** A field, and how its values are read from a span. */
export interface ListedField {
  readonly field: Field;
  readonly valuesOf: (span: TracedSpan) => readonly Value[];
}

/**
 * Counts the values of a field by groups of spans that the store makes. Resolves with undefined if few columns do not
 * tell the field and the condition, or if there are too many groups.
 */
export async function tallyValues(
  { field, valuesOf }: ListedField,
  selection: TagSelection,
  store: TagStore,
): Promise<ValueTally | undefined> {
  const by = await fieldsOf(field, selection, store);
  const tagged = by && (await tallyTagged({ by, also: [], limit: MAX_ROWS }, selection, store));
  if (tagged === undefined) {
    return undefined;
  }
  const { keys, rows } = tagged;
  const { condition } = selection;
  const listed = keys.findIndex((key) => isKeyOf(field, key));
  const told = rows.filter((row) => row.keys[listed] !== longTexts.value);
  return told.every((row) => tellAll({ keys, texts: row.keys }))
    ? countRows(told, keys, { condition, valuesOf })
    : undefined;
}

/** Returns the fields that have the values of a field; undefined if a part of spans may have them that no key tells. */
async function fieldsOf(
  field: Field,
  selection: TagSelection,
  store: TagStore,
): Promise<readonly Field[] | undefined> {
  if (field.kind !== 'attribute' || field.scope !== undefined) {
    return [field];
  }
  const names = await Promise.all(otherScopes.map((scope) => tallyScope(scope, selection, store)));
  return names.every((tally) => tally?.has(field.name) === false)
    ? [
        { ...field, scope: 'span' },
        { ...field, scope: 'resource' },
      ]
    : undefined;
}

/** Texts that are too long to be told are too long to be listed. */
function isKeyOf(field: Field, key: TallyKey): boolean {
  return key.kind === 'attribute' && field.kind === 'attribute' && key.key === field.name;
}

function countRows(
  rows: readonly TallyRow[],
  keys: readonly TallyKey[],
  { condition, valuesOf }: Pick<ListedField, 'valuesOf'> & Pick<TagSelection, 'condition'>,
): ValueTally {
  const tally = new ValueTally();
  const matches = compileCondition(condition);
  const shown = new QueriedSpans();
  for (const { keys: texts, count, least } of rows) {
    const placed = standIn({ keys, texts, duration: least }, shown);
    if (matches(placed)) {
      for (const value of valuesOf(placed.span)) {
        tally.add(value, count);
      }
    }
  }
  return tally;
}
