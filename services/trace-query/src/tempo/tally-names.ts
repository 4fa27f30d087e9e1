import type { AttributedPart, TallyKey } from '@spanhouse/trace-store/reader';
import { compileCondition, type TracedSpan } from '@spanhouse/traceql/evaluate';
import { QueriedSpans } from '../traceql/queried-span.js';
import { standIn, tellAll } from '../traceql/stand-in.js';
import { NameTally } from './tag-tallies.js';
import { tallyTagged } from './tally-tagged.js';
import type { TagSelection, TagStore } from './walk-tagged-spans.js';

/** Structures are long texts, and beyond so many of them it takes less to read the spans. */
const MAX_ROWS = 20_000;

/** A part of a span, and the names of its attributes. */
export interface NamedPart {
  readonly part: AttributedPart;
  readonly namesIn: (span: TracedSpan) => Iterable<string>;
}

/**
 * Counts the names of attributes by groups of spans that have the same structure, which the store makes. Resolves with
 * undefined if few columns do not tell the condition, or if there are too many groups.
 */
export async function tallyNames(
  { part, namesIn }: NamedPart,
  selection: TagSelection,
  store: TagStore,
): Promise<NameTally | undefined> {
  const structure: TallyKey = { kind: 'structure', of: part };
  const wanted = { by: [], also: [structure], limit: MAX_ROWS };
  const tagged = await tallyTagged(wanted, selection, store);
  const keys = tagged?.keys.slice(1) ?? [];
  const groups = tagged?.rows.map(({ keys: [text = '', ...texts], count, least }) => ({
    text,
    told: { keys, texts, duration: least },
    count,
  }));
  if (!groups?.every(({ told }) => tellAll(told))) {
    return undefined;
  }
  const tally = new NameTally();
  const matches = compileCondition(selection.condition);
  const shown = new QueriedSpans();
  for (const { text, told, count } of groups) {
    if (matches(standIn(told, shown))) {
      const { span } = standIn({ keys: [structure], texts: [text], duration: 0n }, shown);
      for (const name of namesIn(span)) {
        tally.add(name, count);
      }
    }
  }
  return tally;
}
