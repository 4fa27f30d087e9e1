import type { HttpRequest } from '@spanhouse/api-kit';
import { refuse } from '../../front-doors/query-parameters.js';
import { JaegerParameters, MAX_TRACES } from '../parse-jaeger-parameters.js';

const ID_DIGITS = 32;

/** Parses a trace id and returns it as 32 hex digits. Throws a 400 if the id is invalid. */
export function parseJaegerTraceId(text: string): string {
  if (!/^[\da-f]{1,32}$/i.test(text)) {
    return refuse(`malformed trace ID '${text}', expecting 1 to ${ID_DIGITS} hex digits`);
  }
  return text.toLowerCase().padStart(ID_DIGITS, '0');
}

/** Parses the trace ids of a search by id. */
export function parseJaegerTraceIds(texts: readonly string[]): readonly string[] {
  const ids = [...new Set(texts.map(parseJaegerTraceId))];
  return ids.length > MAX_TRACES ? refuse(`more than ${MAX_TRACES} trace IDs`) : ids;
}

/**
 * Validates the parameters of a request for one trace, and returns whether the answer is indented. The answer always
 * contains the whole trace.
 */
export function parseV1Trace(req: HttpRequest): { readonly isPretty: boolean } {
  const parameters = new JaegerParameters(req);
  parameters.integer('start');
  parameters.integer('end');
  parameters.isSet('raw');
  return { isPretty: parameters.isSet('prettyPrint') };
}
