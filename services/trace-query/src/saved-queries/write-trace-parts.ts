import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { writeWindow } from '../http/write-answer.js';
import { writeFlatTrace } from '../query/assemble-trace.js';
import type { ItemStream, ShownWindow } from '../query/list-request.js';

export interface TraceParts {
  readonly traceIds: boolean;
  readonly traces: boolean;
}

/** `<before>"traces":[…],"trace_ids":[…]<after>,"windowing":…}`, each part only where it is asked for. */
export async function* writeTraceParts<Trace extends WholeTrace>(
  source: ItemStream<Trace>,
  parts: TraceParts,
  { before, after }: { readonly before: string; readonly after: string },
): AsyncGenerator<string> {
  const traceIds: string[] = [];
  yield parts.traces ? `${before}"traces":[` : before;
  const window = yield* writeTraces(source, parts, traceIds);
  const members = [
    ...(parts.traces ? [']'] : []),
    ...(parts.traceIds ? [`"trace_ids":${JSON.stringify(traceIds)}`] : []),
  ];
  yield `${members.join(',')}${after}${writeWindow(window)}}`;
}

/** Leaves their ids in `traceIds`. */
async function* writeTraces<Trace extends WholeTrace>(
  source: ItemStream<Trace>,
  parts: TraceParts,
  traceIds: string[],
): AsyncGenerator<string, ShownWindow | undefined> {
  for (;;) {
    const step = await source.next();
    if (step.done) return step.value;
    for (const trace of step.value) {
      if (parts.traces) yield* writeTrace(trace, traceIds.length === 0 ? '' : ',');
      traceIds.push(trace.trace_id);
    }
  }
}

/** `{"trace_id":…,"spans":{"<span_id>":…}}`. */
async function* writeTrace(trace: WholeTrace, comma: string): AsyncGenerator<string> {
  yield `${comma}{"trace_id":"${trace.trace_id}","spans":{`;
  let position = 0;
  for await (const spans of writeFlatTrace(trace)) {
    for (const span of spans) {
      const separator = position === 0 ? '' : ',';
      yield `${separator}"${trace.nodes[position]?.span_id}":${span}`;
      position++;
    }
  }
  yield '}}';
}
