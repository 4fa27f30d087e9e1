import { badRequest, notFound } from '@spanhouse/api-kit';

const LONG_ID = 32;
/** A path of Tempo in the position of a trace id. */
const otherPath = 'diff';

/** Parses a trace id to 32 hex digits. Throws the 400 of Tempo for an invalid id. */
export function parseTempoTraceId(text = ''): string {
  if (text === otherPath) {
    throw notFound();
  }
  if (!/^[0-9a-f]+$/i.test(text)) {
    throw badRequest('trace IDs can only contain hex characters');
  }
  if (text.length > LONG_ID) {
    throw badRequest("trace IDs can't be larger than 128 bits");
  }
  return text.toLowerCase().padStart(LONG_ID, '0');
}
