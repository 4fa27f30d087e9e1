import { act, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { runTasksHere } from '../../testing/fake-worker.js';
import { showAt } from '../../testing/show-at.js';
import { useTraceTask } from './use-trace-task.js';

type Input = Parameters<typeof useTraceTask<'groupSpans'>>[1];

function inputOf(name: string): Input {
  return { texts: [name] } as unknown as Input;
}

/** Shows the result of a task for one of two inputs. */
function Switch({
  inputs: [one, other],
}: {
  readonly inputs: readonly [Input, Input];
}): ReactElement {
  const [isOther, setOther] = useState(false);
  const result = useTraceTask('groupSpans', isOther ? other : one);
  return (
    <button type="button" onClick={() => setOther(!isOther)}>
      {`${isOther ? 'other' : 'one'}: ${result ?? 'nothing'}`}
    </button>
  );
}

describe('useTraceTask', () => {
  it('returns nothing for an input until its own result is there', async () => {
    const second = Promise.withResolvers<string>();
    const groupSpans = ({ texts: [name] }: { readonly texts: readonly string[] }) =>
      name === 'first' ? 'first result' : second.promise;
    runTasksHere({ groupSpans });
    const inputs = [inputOf('first'), inputOf('second')] as const;
    const { user } = await showAt('/', <Switch inputs={inputs} />);

    await user.click(await screen.findByText('one: first result'));
    expect(screen.getByRole('button').textContent).toBe('other: nothing');
    await act(async () => second.resolve('second result'));

    await screen.findByText('other: second result');
  });

  it('computes again what failed before', async () => {
    const answers = [() => Promise.reject(new Error('Too little memory.')), () => 'a result'];
    runTasksHere({ groupSpans: () => answers.shift()?.() });
    const inputs = [inputOf('failing'), inputOf('other')] as const;
    await showAt('/', <Switch inputs={inputs} />);
    await screen.findByText('Too little memory.');

    await showAt('/', <Switch inputs={inputs} />);

    await screen.findByText('one: a result');
  });
});
