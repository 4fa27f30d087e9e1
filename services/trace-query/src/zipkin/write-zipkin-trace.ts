import { structureOf } from '@spanhouse/span-dialects/spans';
import { toZipkinSpan } from '@spanhouse/span-dialects/zipkin';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { toDialectSpan } from '../front-doors/to-dialect-span.js';
import { stringifyStored } from '../span-json/parse-stored-json.js';
import type { TraceGroups } from './trace-groups.js';

type Portions = AsyncIterable<readonly WholeTrace[]>;

/** Yields the JSON list of the spans of all traces in pieces. Yields nothing if there are no traces. */
export async function* writeZipkinTrace(portions: Portions): AsyncGenerator<string> {
  let isOpen = false;
  for await (const traces of portions) {
    for (const trace of traces) {
      yield isOpen ? ',' : '[';
      yield* writeSpans(trace);
      isOpen = true;
    }
  }
  if (isOpen) {
    yield ']';
  }
}

/** Yields a JSON list that contains a list of spans for each group of traces. Groups are never empty. */
export async function* writeZipkinTraces(
  portions: Portions,
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

async function* writeSpans({ nodes, read }: WholeTrace): AsyncGenerator<string> {
  const { cyclic } = structureOf(nodes);
  let position = 0;
  for await (const spans of read([...nodes.keys()])) {
    for (const span of spans) {
      const shown = toZipkinSpan(toDialectSpan(span), cyclic.has(position));
      yield `${position === 0 ? '' : ','}${stringifyStored(shown)}`;
      position += 1;
    }
  }
}
