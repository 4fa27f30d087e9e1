/**
 * The end of the JSON in every stored `attributes`: the closing braces of `ag` and of the whole object. `ag` is the
 * last attribute of a canonical span and is never empty. The encoder preserves the order of attributes, and ClickHouse
 * refuses a row whose `attributes` end differently.
 */
export const agEnd = '}}';

/**
 * Opens `ag` in the JSON of stored `attributes`, so that the caller can append `,"name":value` and then `agEnd`. A read
 * can therefore add `ag.type` and `ag.metrics` from other columns without parsing the JSON.
 */
export function openAg(attributes: string): string {
  return attributes.slice(0, -agEnd.length);
}

const nothingAdded = ',"errors":{},"tokens":{},"costs":{}}';

/**
 * Returns whether stored `metrics` contain at most a duration. If they do, a roll-up over the trace has nothing to add
 * for this span. The function relies on the order in which the encoder writes the four members of SpanMetrics.
 */
export function hasOnlyDuration(metrics: string): boolean {
  return metrics.endsWith(nothingAdded);
}
