const COUNTS = ['prompt', 'completion', 'total'] as const;

/** The sums of a trace: a column of the trace index each, and its column of `spans`. */
export const SUMS = [
  'errors',
  ...COUNTS.map((name) => `tokens_${name}`),
  ...COUNTS.map((name) => `costs_${name}`),
];

/** SQL for the sums over the spans of a trace, by their names. */
export function sumsOfSpans(column: (name: string) => string): readonly string[] {
  return SUMS.map((name) => `sum(${column(name)}) AS ${name}`);
}

/** The column of `spans` that adds up to a sum. */
export function incrementalOf(name: string): string {
  return `${name}_incremental`;
}

/**
 * SQL for a total: the sum, or `submitted` where there is nothing to add up. Prompt, completion and
 * total stand together.
 */
export function totalOf(name: string, submitted: string): string {
  const [group = ''] = name.split('_');
  const sums = SUMS.filter((sum) => sum.startsWith(group));
  return `if(${sums.map((sum) => `${sum} != 0`).join(' OR ')}, ${name}, ${submitted})`;
}

const TOTAL_PATH =
  /^ag\.metrics\.(?:(errors)\.cumulative|(tokens|costs)\.cumulative\.(prompt|completion|total))$/;

/** The name of the sum that a path of cumulative metrics stands for; undefined for other paths. */
export function sumAtPath(path: string): string | undefined {
  const [, errors, group, count] = TOTAL_PATH.exec(path) ?? [];
  return errors ?? (group === undefined ? undefined : `${group}_${count}`);
}

/** SQL for a row: the cumulative number that the span was sent with, or NULL. */
export function submittedAt(name: string): string {
  const path = name.split('_').map((part) => `'${part}'`);
  const raw = `JSONExtractRaw(submitted_cumulative, ${path.join(', ')})`;
  const number = `arrayMap(j -> if(match(j, '^-?[0-9]'), toNullable(toFloat64OrZero(j)), NULL), [${raw}])[1]`;
  // Nearly always empty.
  return `if(submitted_cumulative = '', CAST(NULL, 'Nullable(Float64)'), ${number})`;
}
