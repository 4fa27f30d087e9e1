import { parseQuery } from '../parse/parse-query.js';
import type { Stage } from '../tree/query.js';

/** Returns the stages of a query that is a pipeline. */
export function stagesOf(text: string): readonly Stage[] {
  const query = parseQuery(text);
  if (query.kind === 'math') {
    throw new Error(`${text} has several pipelines`);
  }
  return query.pipeline;
}
