/**
 * The end of every stored `attributes` text: the closing braces of `ag` and of the whole object. `ag` is the last
 * attribute of a canonical span and never empty. The encoder preserves the order of attributes, and ClickHouse refuses
 * a row whose text ends otherwise.
 */
export const agEnd = '}}';

/**
 * Opens `ag` in a stored `attributes` text, so that `,"name":value` can follow. The caller then appends `agEnd`. Reads
 * thereby add `ag.type` and `ag.metrics` from other columns without parsing the text.
 */
export function openAg(attributes: string): string {
  return attributes.slice(0, -agEnd.length);
}

const nothingAdded = ',"errors":{},"tokens":{},"costs":{}}';

/**
 * Returns whether a stored `metrics` text contains at most a duration. A roll-up over the trace then has nothing to add
 * for this span. The encoder writes the four members in the order of SpanMetrics.
 */
export function hasOnlyDuration(metrics: string): boolean {
  return metrics.endsWith(nothingAdded);
}
