import type { TraceReader } from '@spanhouse/trace-store/reader';
import { listTraces } from '@spanhouse/trace-store/testing';

import { everything, spanId } from '../selecting.js';

const signal = new AbortController().signal;

export function idsOf(spans: readonly { readonly span_id: string }[]): readonly number[] {
  return spans.map(({ span_id }) => Number.parseInt(span_id, 16));
}

/** Determines which of the spans 1 to 5 of a trace are visible, and checks that all kinds of reads agree. */
export async function shownSpans(
  reader: TraceReader,
  project_id: string,
  trace_id: string,
): Promise<readonly number[]> {
  const find = (ids: Partial<Parameters<TraceReader['findSpans']>[0]>) =>
    reader.findSpans({ project_id, trace_ids: undefined, span_ids: undefined, ...ids }, signal);
  const ofTrace = <Item extends { readonly trace_id: string }>(items: readonly Item[]) =>
    items.filter((item) => item.trace_id === trace_id);
  const listed = await reader.listSpans(everything(project_id), signal);
  const descending = await listTraces(reader, everything(project_id), signal);
  const ascending = await listTraces(
    reader,
    { ...everything(project_id), order: 'ascending' },
    signal,
  );
  const found = idsOf(await find({ trace_ids: [trace_id] }));

  expect(idsOf(ofTrace(listed.spans)).toReversed()).toEqual(found);
  expect(idsOf(ofTrace(await find({ span_ids: [1, 2, 3, 4, 5].map(spanId) })))).toEqual(found);
  expect(idsOf(await reader.findSpanKeys({ project_id, trace_id }, signal))).toEqual(found);
  expect(idsOf(await reader.readOutline({ project_id, trace_id }, signal))).toEqual(found);
  expect(
    ofTrace([...descending.traces, ...ascending.traces]).map(({ spans }) => idsOf(spans)),
  ).toEqual(found.length === 0 ? [] : [found, found]);
  return found;
}
