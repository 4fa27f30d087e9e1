import { parseExactJson } from '../../api/json/parse-exact-json.js';
import { type Json, type JsonMembers, membersOf, type ShownSpan } from '../../api/shown-span.js';
import { readJaeger } from './read-jaeger.js';
import { readOtlp } from './read-otlp.js';

const accepted =
  'The page reads answers and NDJSON exports of the Spanhouse API, OTLP/JSON, and JSON of Jaeger.';

/** Explains to the user why a file cannot be shown. */
export class UnreadableFile extends Error {
  constructor(reason: string) {
    super(`${reason} ${accepted}`);
    this.name = 'UnreadableFile';
  }
}

/** Returns the last version of each span in a file. Throws an UnreadableFile. */
export function readTraceFile(text: string): readonly ShownSpan[] {
  const spans = parseValues(text).flatMap(readSpans);
  if (spans.length === 0) {
    throw new UnreadableFile('The file has no spans.');
  }
  const byId = new Map(spans.map((span) => [`${span.trace_id} ${span.span_id}`, span]));
  return [...byId.values()];
}

/** Parses a file as one JSON value, or as one JSON value per line. */
function parseValues(text: string): readonly Json[] {
  try {
    return [parseExactJson(text) as Json];
  } catch {
    return text.split('\n').flatMap(parseLine);
  }
}

function parseLine(line: string, index: number): Json[] {
  if (line.trim() === '') {
    return [];
  }
  try {
    return [parseExactJson(line) as Json];
  } catch {
    throw new UnreadableFile(`Line ${index + 1} of the file is not JSON.`);
  }
}

function readSpans(value: Json): readonly ShownSpan[] {
  try {
    return readOtlp(value) ?? readJaeger(value) ?? collectSpans(value);
  } catch (error) {
    const reason = error instanceof TypeError || error instanceof RangeError;
    throw reason ? new UnreadableFile(error.message) : error;
  }
}

/** Returns the spans of an API response: lists, trees and maps of spans. Tree nodes lose their children. */
function collectSpans(answer: Json): readonly ShownSpan[] {
  const found: ShownSpan[] = [];
  const pending: Json[] = [answer];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const members = membersOf(next);
    if (members !== undefined && isSpan(members)) {
      const { spans: children, ...span } = members;
      found.push(span as unknown as ShownSpan);
      pending.push(children ?? null);
    } else if (Array.isArray(next)) {
      pending.push(...next.toReversed());
    } else if (members !== undefined) {
      pending.push(...Object.values(members).toReversed());
    }
  }
  return found;
}

function isSpan(members: JsonMembers): boolean {
  const needed = ['trace_id', 'span_id', 'span_name', 'start_time', 'end_time'];
  return needed.every((name) => typeof members[name] === 'string');
}
