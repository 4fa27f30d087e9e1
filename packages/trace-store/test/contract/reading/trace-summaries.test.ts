import { drainStream } from '@spanhouse/service-runtime';
import type { FilterExpression, JsonObject } from '@spanhouse/span-schema';
import type {
  OutlineNode,
  PageStream,
  TracePosition,
  TraceToSummarize,
} from '@spanhouse/trace-store/reader';
import { describeOnClickHouse } from '@spanhouse/trace-store/testing';
import { expectAnswersOfFake, traceIds } from '../any-history.js';
import { anyMeasuredSpan } from '../any-measured-span.js';
import { openWithReader, useOpened, useProject } from '../open-clickhouse.js';
import { everything } from '../selecting.js';
import { anySelection } from './any-selection.js';
import { describeReaders, openFakeReader } from './reader-under-test.js';

const signal = new AbortController().signal;
const failures: FilterExpression = {
  kind: 'equals_any',
  field: 'status_code',
  values: ['STATUS_CODE_ERROR'],
};

async function collect<Item>(stream: PageStream<Item>) {
  const traces: Item[] = [];
  const hasMore = await drainStream(stream, (portion) => void traces.push(...portion));
  return { traces, hasMore };
}

/**
 * Returns the members that the interface requires. Each store also returns other members, which differ between the
 * stores.
 */
function picked<Node extends object>(node: Node, names: readonly (keyof Node)[]) {
  return Object.fromEntries(names.map((name) => [name, node[name]]));
}

const commonMembers = [
  ...(['span_id', 'parent_id', 'start_time', 'end_time', 'span_name', 'span_type'] as const),
  ...(['status_code', 'metrics', 'service_name', 'model', 'trace_type'] as const),
];

/** Parses inputs and outputs, because the stores may format the JSON differently. */
function shownSummary({ nodes, inputs, outputs, ...trace }: TraceToSummarize) {
  const parsed = (json: string | undefined): JsonObject | undefined => json && JSON.parse(json);
  return {
    ...trace,
    inputs: parsed(inputs),
    outputs: parsed(outputs),
    nodes: nodes.map((node) =>
      picked(node, [...commonMembers, 'session_id', 'user_id', 'is_matched']),
    ),
  };
}

function shownOutline(nodes: readonly OutlineNode[]) {
  return nodes.map((node) =>
    picked(node, [...commonMembers, 'span_kind', 'attribute_bytes', 'flags', 'received_at']),
  );
}

describeOnClickHouse('TraceReader summaries compared with the fake', (url, runs) => {
  const used = useOpened(() => openWithReader(url));
  const options = { signal, deadline: 'shared' } as const;

  it('have the members of current spans, as calls and outlines have, page by page', async () => {
    await expectAnswersOfFake({
      used,
      openFake: openFakeReader,
      anySpan: anyMeasuredSpan(),
      anyQuery: anySelection([failures]),
      numRuns: runs(25),
      async answer({ reader }, selection, project_id) {
        const page = async (after: TracePosition | undefined) => {
          const listing = { ...selection, snapshot: [], project_id, after };
          const summaries = await collect(reader.streamSummaries(listing, options));
          const calls = await collect(reader.streamCalls(listing, options));
          return { ...summaries, traces: summaries.traces.map(shownSummary), calls };
        };
        const first = await page(undefined);
        const second = await page(first.traces.at(-1));
        const outlines = await Promise.all(
          first.traces.map(({ trace_id }) => reader.readOutline({ project_id, trace_id }, signal)),
        );
        return [first, second, outlines.map(shownOutline)];
      },
    });
  });
});

describeReaders('TraceReader summaries', (open) => {
  const { used, project } = useProject(open);

  it('are read in portions if the inputs are large', async () => {
    const inputs = 'x'.repeat(3 * 1024 * 1024);
    const expected = traceIds.slice(0, 3);
    for (const trace_id of expected) {
      await project.send({ trace_id, attributes: { ag: { data: { inputs } } } });
    }

    const listing = everything(project.id);
    const options = { signal, deadline: 'shared' } as const;
    const { traces } = await collect(used.reader.streamSummaries(listing, options));

    expect(traces.map((trace) => trace.inputs?.length)).toEqual(
      expected.map(() => inputs.length + 2),
    );
  });

  it('of an unknown trace have an empty outline', async () => {
    const unknown = { project_id: project.id, trace_id: 'ab'.repeat(16) };

    expect(await used.reader.readOutline(unknown, signal)).toEqual([]);
  });
});
