import { toZipkinSpan } from '@spanhouse/span-dialects/zipkin';
import {
  spansOfTrace,
  type TracePortions,
  type WrittenTrace,
  writeTraces,
} from '../front-doors/write-traces.js';
import { stringifyStored } from '../span-json/parse-stored-json.js';
import type { TraceGroups } from './trace-groups.js';

/** Yields the spans of all traces as one JSON list, in pieces. Yields nothing if there are no traces. */
export function writeZipkinTrace(portions: TracePortions): AsyncGenerator<string> {
  return writeTraces(portions, writeSpans, ['[', ']']);
}

/** Yields a JSON list that contains one list of spans for each group of traces. Groups are never empty. */
export async function* writeZipkinTraces(
  portions: TracePortions,
  groupOf: TraceGroups['groupOf'],
): AsyncGenerator<string> {
  let group: string | undefined;
  for await (const traces of portions) {
    for (const trace of traces) {
      const next = groupOf(trace.trace_id);
      yield startOfTrace(group, next);
      yield* writeSpans(trace);
      group = next;
    }
  }
  yield group === undefined ? '[]' : ']]';
}

function startOfTrace(group: string | undefined, next: string): string {
  if (group === undefined) {
    return '[[';
  }
  return group === next ? ',' : '],[';
}

async function* writeSpans(trace: WrittenTrace): AsyncGenerator<string> {
  for await (const { span, isCyclic, comma } of spansOfTrace(trace)) {
    yield comma + stringifyStored(toZipkinSpan(span, isCyclic));
  }
}
