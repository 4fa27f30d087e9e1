import { act, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { ApiProblem } from '../../api/api-problem.js';
import { createQueries } from '../../api/create-queries.js';
import { traceKey } from '../../api/trace-key.js';
import { runTasksHere } from '../../testing/fake-worker.js';
import { showAt } from '../../testing/show-at.js';
import type { TaskContext } from '../workers/worker-messages.js';
import type { Outline } from './outline.js';
import { showOutline, useOutline } from './use-outline.js';

const whole = { traceId: 't', count: 10_000, isPartial: false };
const part = { traceId: 't', count: 4096, isPartial: true };
const unknown = { traceId: 't', count: 0, isPartial: false };

type Answer = PromiseWithResolvers<Partial<Outline>>;

/** Shows a trace. Each read first sends a part, and then resolves with the next answer. */
async function showTrace() {
  const answers = [answerLater(), answerLater()] as const;
  const rest = [...answers];
  const receiveOutline = async (_request: unknown, { send }: TaskContext) => {
    send(part);
    return { outline: await rest.shift()?.promise };
  };
  runTasksHere({ receiveOutline });
  const { user } = await showAt('/traces/t', <Trace />);
  return { user, answers };
}

function answerLater(): Answer {
  return Promise.withResolvers<Partial<Outline>>();
}

function Trace(): ReactElement {
  const { data, error, isFetching, refetch } = useOutline('t');
  return (
    <button type="button" onClick={() => void refetch()}>
      {data === undefined ? 'nothing' : `${data.count} spans`}
      {isFetching && ', reading'}
      {error !== null && ', broken'}
    </button>
  );
}

async function answer({ resolve }: Answer, outline: Partial<Outline>): Promise<void> {
  await act(async () => resolve(outline));
}

describe('useOutline', () => {
  it('shows the first spans of a long trace before the rest', async () => {
    const { answers } = await showTrace();

    await screen.findByText('4096 spans, reading');
    await answer(answers[0], whole);

    await screen.findByText('10000 spans');
  });

  it('keeps the whole trace while it is read again, and when that breaks', async () => {
    const { user, answers } = await showTrace();
    await answer(answers[0], whole);

    await user.click(await screen.findByText('10000 spans'));
    await screen.findByText('10000 spans, reading');
    await act(async () => answers[1].reject(new ApiProblem('It broke.', { status: 0 })));

    await screen.findByText('10000 spans, broken');
  });

  it('shows the first spans of a trace that was not stored before', async () => {
    const { user, answers } = await showTrace();
    await answer(answers[0], unknown);

    await user.click(await screen.findByText('0 spans'));

    await screen.findByText('4096 spans, reading');
  });
});

describe('showOutline', () => {
  it('reads the spans of the trace again, and nothing else', () => {
    const queries = createQueries();
    const [span, other] = [traceKey('span', 't', 's'), traceKey('span', 'other', 's')];
    for (const key of [span, other, traceKey('outline', 't')]) {
      queries.setQueryData(key, whole);
    }

    showOutline(queries, { ...whole, count: 10_001 } as Outline);

    const invalid = [span, other, traceKey('outline', 't')].map(
      (key) => queries.getQueryState(key)?.isInvalidated,
    );
    expect(invalid).toEqual([true, false, false]);
    expect(queries.getQueryData(traceKey('outline', 't'))).toMatchObject({ count: 10_001 });
  });
});
