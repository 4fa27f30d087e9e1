import { JaegerProcesses, toJaegerProcess, toJaegerSpan } from '@spanhouse/span-dialects/jaeger';
import { shortTraceId, structureOf } from '@spanhouse/span-dialects/spans';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { toDialectSpan } from '../../front-doors/to-dialect-span.js';
import { stringifyStored } from '../../span-json/parse-stored-json.js';

type WrittenTrace = Pick<WholeTrace, 'trace_id' | 'nodes' | 'read'>;

/** Yields the JSON text of a trace in version 1, one span at a time. The processes follow the spans. */
async function* writeJaegerTrace({ trace_id, nodes, read }: WrittenTrace): AsyncGenerator<string> {
  const { cyclic } = structureOf(nodes);
  const processes = new JaegerProcesses();
  yield `{"traceID":"${shortTraceId(trace_id)}","spans":[`;
  let position = 0;
  for await (const spans of read([...nodes.keys()])) {
    for (const stored of spans) {
      const span = toDialectSpan(stored);
      const processID = processes.idOf(toJaegerProcess(span));
      const { warnings, ...shown } = toJaegerSpan(span, cyclic.has(position));
      const text = stringifyStored({ ...shown, processID, warnings });
      yield position === 0 ? text : `,${text}`;
      position += 1;
    }
  }
  yield `],"processes":${processes.json()},"warnings":null}`;
}

/** Yields the JSON text of a list of traces. */
export async function* writeJaegerTraces(
  portions: Iterable<readonly WrittenTrace[]> | AsyncIterable<readonly WrittenTrace[]>,
  onTrace: (trace_id: string) => void = () => undefined,
): AsyncGenerator<string> {
  let before = '[';
  for await (const traces of portions) {
    for (const trace of traces) {
      onTrace(trace.trace_id);
      yield before;
      yield* writeJaegerTrace(trace);
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
}
