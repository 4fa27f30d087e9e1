import { structureOf } from '@spanhouse/span-dialects/spans';
import { toZipkinSpan } from '@spanhouse/span-dialects/zipkin';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { toDialectSpan } from '../front-doors/to-dialect-span.js';
import { stringifyStored } from '../span-json/parse-stored-json.js';

/** Yields the JSON text of a trace, a list of spans, in pieces. */
export async function* writeZipkinTrace({ nodes, read }: WholeTrace): AsyncGenerator<string> {
  const { cyclic } = structureOf(nodes);
  let position = 0;
  let before = '[';
  for await (const spans of read([...nodes.keys()])) {
    for (const span of spans) {
      const shown = toZipkinSpan(toDialectSpan(span), cyclic.has(position));
      yield `${before}${stringifyStored(shown)}`;
      position += 1;
      before = ',';
    }
  }
  yield ']';
}

/** Yields the JSON text of a list of traces. None of them is empty. */
export async function* writeZipkinTraces(
  portions: AsyncIterable<readonly WholeTrace[]>,
): AsyncGenerator<string> {
  let before = '[';
  for await (const traces of portions) {
    for (const trace of traces) {
      yield before;
      yield* writeZipkinTrace(trace);
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
}
