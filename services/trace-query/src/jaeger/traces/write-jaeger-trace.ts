import { JaegerProcesses, toJaegerProcess, toJaegerSpan } from '@spanhouse/span-dialects/jaeger';
import { type DialectSpan, shortTraceId, structureOf } from '@spanhouse/span-dialects/spans';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { toDialectSpan } from '../../front-doors/to-dialect-span.js';
import { stringifyStored } from '../../span-json/parse-stored-json.js';

/** Writes a trace of version 1, span by span. The processes follow the spans. */
class JaegerTraceWriter {
  readonly #traceId: string;
  readonly #processes = new JaegerProcesses();
  #before = '';

  constructor(traceId: string) {
    this.#traceId = shortTraceId(traceId);
  }

  begin(): string {
    return `{"traceID":"${this.#traceId}","spans":[`;
  }

  span(span: DialectSpan, isCyclic: boolean): string {
    const processID = this.#processes.idOf(toJaegerProcess(span));
    const { warnings, ...shown } = toJaegerSpan(span, isCyclic);
    const text = this.#before + stringifyStored({ ...shown, processID, warnings });
    this.#before = ',';
    return text;
  }

  end(): string {
    return `],"processes":${this.#processes.json()},"warnings":null}`;
  }
}

/** Yields the JSON text of a trace in pieces. */
async function* writeJaegerTrace({ trace_id, nodes, read }: WholeTrace): AsyncGenerator<string> {
  const { cyclic } = structureOf(nodes);
  const writer = new JaegerTraceWriter(trace_id);
  yield writer.begin();
  let position = 0;
  for await (const spans of read([...nodes.keys()])) {
    for (const span of spans) {
      yield writer.span(toDialectSpan(span), cyclic.has(position));
      position += 1;
    }
  }
  yield writer.end();
}

/** Yields the JSON text of a list of traces. */
export async function* writeJaegerTraces(
  portions: AsyncIterable<readonly WholeTrace[]>,
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

/** Yields the JSON text of traces with spans in memory, sorted by (start_time, span_id). */
export async function* writeHeldTraces(
  traces: ReadonlyMap<string, readonly DialectSpan[]>,
): AsyncGenerator<string> {
  let before = '[';
  for (const [traceId, spans] of traces) {
    const { cyclic } = structureOf(spans);
    const writer = new JaegerTraceWriter(traceId);
    yield before + writer.begin();
    yield* spans.map((span, position) => writer.span(span, cyclic.has(position)));
    yield writer.end();
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
