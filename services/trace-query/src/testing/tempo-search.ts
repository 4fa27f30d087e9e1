import { createTestTempo } from './test-doors.js';

interface SpanSet {
  readonly spans: readonly { readonly spanID: string; readonly attributes?: object }[];
  readonly matched: number;
  readonly attributes?: object;
}

export interface TempoAnswer {
  readonly traces: readonly {
    readonly traceID: string;
    readonly durationMs?: number;
    readonly spanSets: readonly SpanSet[];
  }[];
}

/** Searches the example spans, or the given spans. */
export async function search(
  parameters: Readonly<Record<string, string>>,
  { ask }: Pick<ReturnType<typeof createTestTempo>, 'ask'> = createTestTempo(),
): Promise<TempoAnswer> {
  const response = await ask(`/api/search?${new URLSearchParams(parameters)}`);
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, '']);
  return response.body;
}

/** Returns the span ids of each span set. `/` separates the sets of a trace, and `;` separates traces. */
export function idsIn({ traces }: TempoAnswer): string {
  return traces
    .map(({ spanSets }) =>
      spanSets
        .map(({ spans }) => spans.map(({ spanID }) => spanID.slice(-2)).join(' '))
        .join(' / '),
    )
    .join('; ');
}
