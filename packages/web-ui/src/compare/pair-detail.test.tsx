import { screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { useSpan } from '../span/load-span.js';
import { RawTab } from '../span/raw-tab.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { type Outline, spanIdAt } from '../trace/outline/outline.js';
import type { Comparison } from './comparison.js';
import { PairDetail } from './pair-detail.js';

function outlineOf(traceId: string, id: bigint): Outline {
  return {
    traceId,
    count: 1,
    ids: BigUint64Array.of(id),
    name: Int32Array.of(0),
    texts: ['ask'],
    tokensAll: Float64Array.of(0),
  } as Partial<Outline> as Outline;
}

const a = outlineOf('a', 1n);
const b = outlineOf('b', 2n);

function answerOf(trace: Outline, answer: string) {
  const span = {
    trace_id: trace.traceId,
    span_id: spanIdAt(trace, 0),
    span_name: 'ask',
    start_time: '2026-05-01T10:00:00Z',
    end_time: '2026-05-01T10:00:01Z',
    attributes: { ag: { data: { outputs: { answer } } } },
  };
  return { [`/spans/${span.trace_id}/${span.span_id}`]: { body: { count: 1, span } } };
}

/** Renders a pair of spans, and then the page of trace A. */
function PairThenTrace(): ReactElement {
  const [isTrace, setTrace] = useState(false);
  return isTrace ? (
    <Raw />
  ) : (
    <PairDetail comparison={{ a, b } as Comparison} spans={[0, 0]} onClose={() => setTrace(true)} />
  );
}

function Raw(): ReactElement {
  const { data } = useSpan(a.traceId, spanIdAt(a, 0));
  return data == null ? <p>Waiting</p> : <RawTab loaded={data} />;
}

describe('PairDetail', () => {
  it('reads spans as the page of a trace does', async () => {
    const service = new FakeService({ ...answerOf(a, 'Yes.'), ...answerOf(b, 'No.') });
    const { user } = await showAt('/compare', <PairThenTrace />);
    await screen.findByText('+1 -1 lines');

    await user.click(screen.getByRole('button', { name: /^Close/ }));

    await screen.findByText(/characters of JSON/);
    expect(service.sent).toHaveLength(2);
  });

  it('shows a span that only one trace has, and reads nothing of the other', async () => {
    const service = new FakeService(answerOf(b, 'No.'));
    const comparison = { a, b } as Comparison;
    await showAt(
      '/compare',
      <PairDetail comparison={comparison} spans={[-1, 0]} onClose={() => undefined} />,
    );

    await screen.findByText(/lines$/);
    expect(screen.getByText('only in B')).toBeDefined();
    expect(service.sent).toHaveLength(1);
  });
});
