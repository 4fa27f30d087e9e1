import { presentBits, traceSums } from '@spanhouse/span-row';
import { memberSql } from '../../filter/packed-text.js';

/** The names of the sums of a trace, which are columns of the trace index. */
export const sumColumns = traceSums.map(({ name }) => name);

/** Returns SQL for the sums over the spans of a trace. `column` returns SQL for the value of one span. */
export function sumsOfSpans(column: (name: string) => string): readonly string[] {
  return sumColumns.map((name) => `sum(${column(name)}) AS ${name}`);
}

/**
 * Returns SQL for a total of a trace. The total is the sum over its spans, or `submitted` if the sum is 0. Prompt,
 * completion and total are tested together, so that all three have the same source.
 */
export function totalOf(name: string, submitted: string): string {
  const [group = ''] = name.split('_');
  const sums = sumColumns.filter((sum) => sum.startsWith(group));
  return `if(${sums.map((sum) => `${sum} != 0`).join(' OR ')}, ${name}, ${submitted})`;
}

const totalPath =
  /^ag\.metrics\.(?:(errors)\.cumulative|(tokens|costs)\.cumulative\.(prompt|completion|total))$/;

/** Returns the name of the sum at a path of cumulative metrics, or undefined for other paths. */
export function sumAtPath(path: string): string | undefined {
  const [, errors, group, count] = totalPath.exec(path) ?? [];
  return errors ?? (group === undefined ? undefined : `${group}_${count}`);
}

/**
 * SQL condition that is true if the span was sent without cumulative numbers. Rows of earlier versions may lack the
 * bit.
 */
export const isNothingSubmitted = `(bitAnd(present, ${presentBits.nothing_submitted}) != 0)`;

/** SQL for a missing number. */
export const noNumber = "CAST(NULL, 'Nullable(Float64)')";

/** Returns SQL for a submitted cumulative number of a span; NULL if the number was not submitted. */
export function submittedAt(name: string): string {
  const path = name.split('_').map((part) => `'${part}'`);
  const text = memberSql('submitted_cumulative');
  const raw = `JSONExtractRaw(${text}, ${path.join(', ')})`;
  const number = `arrayMap(j -> if(match(j, '^-?[0-9]'), toNullable(toFloat64OrZero(j)), NULL), [${raw}])[1]`;
  // This test comes first, because the text is nearly always empty.
  return `if(${text} = '', ${noNumber}, ${number})`;
}
