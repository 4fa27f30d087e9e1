import { longTexts, type TallyKey, type TallyRow } from '@spanhouse/trace-store/reader';
import type { Field } from '@spanhouse/traceql';
import { compileCondition, type TracedSpan, type Value } from '@spanhouse/traceql/evaluate';
import { isOfSpan } from '../traceql/flat-pipeline.js';
import { hintOfCounted } from '../traceql/hint-of-counted.js';
import { planTally } from '../traceql/plan-tally.js';
import { QueriedSpans } from '../traceql/queried-span.js';
import { standIn, tellAll } from '../traceql/stand-in.js';
import { ValueTally } from './tag-tallies.js';
import type { TagSelection, TagStore } from './walk-tagged-spans.js';

const MAX_ROWS = 200_000;

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
  { range, condition }: TagSelection,
  { analytics, project_id, snapshot, signal }: TagStore,
): Promise<ValueTally | undefined> {
  const plan = isOfSpan(condition)
    ? planTally([[condition]], { kind: 'count_over_time', by: [field] })
    : undefined;
  if (plan === undefined) {
    return undefined;
  }
  const hint = hintOfCounted([{ kind: 'spans', spans: { kind: 'filter', condition } }]);
  const all = { filter: undefined, ratePercent: undefined, order: 'descending' } as const;
  const rows = await analytics.tallySpans(
    {
      selection: { project_id, snapshot, ...range, ...all, hint },
      time: undefined,
      keys: plan.keys,
      withDurations: false,
      limit: MAX_ROWS,
    },
    signal,
  );
  const listed = plan.keys.findIndex((key) => isKeyOf(field, key));
  const told = rows?.filter(({ keys }) => keys[listed] !== longTexts.value);
  return told?.every((row) => tellAll({ keys: plan.keys, texts: row.keys }))
    ? countRows(told, plan.keys, { condition, valuesOf })
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
