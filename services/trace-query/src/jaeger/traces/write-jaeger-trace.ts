import { JaegerProcesses, toJaegerProcess, toJaegerSpan } from '@spanhouse/span-dialects/jaeger';
import { shortTraceId } from '@spanhouse/span-dialects/spans';
import {
  spansOfTrace,
  type TracePortions,
  type WrittenTrace,
  writeTraces,
} from '../../front-doors/write-traces.js';
import { stringifyStored } from '../../span-json/parse-stored-json.js';

/** Yields a trace as version 1 JSON, one span at a time. The processes follow the spans. */
async function* writeJaegerTrace(trace: WrittenTrace): AsyncGenerator<string> {
  const processes = new JaegerProcesses();
  yield `{"traceID":"${shortTraceId(trace.trace_id)}","spans":[`;
  for await (const { span, isCyclic, comma } of spansOfTrace(trace)) {
    const processID = processes.idOf(toJaegerProcess(span));
    const { warnings, ...shown } = toJaegerSpan(span, isCyclic);
    yield comma + stringifyStored({ ...shown, processID, warnings });
  }
  yield `],"processes":${processes.json()},"warnings":null}`;
}

/** Yields a list of traces as JSON. */
export async function* writeJaegerTraces(
  portions: TracePortions,
  onTrace: (trace_id: string) => void = () => undefined,
): AsyncGenerator<string> {
  yield '[';
  const write = (trace: WrittenTrace) => {
    onTrace(trace.trace_id);
    return writeJaegerTrace(trace);
  };
  yield* writeTraces(portions, write, ['', '']);
  yield ']';
}
