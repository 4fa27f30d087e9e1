import { badRequest } from '@spanhouse/api-kit';
import { parseQuery, type Query, TraceQlError } from '@spanhouse/traceql';

/** Parses a TraceQL query. Throws a 400 that describes the mistake. */
export function parseTraceQl(text: string): Query {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof TraceQlError) {
      throw badRequest(error.message);
    }
    throw error;
  }
}
