import { screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { writeJson } from '../parts/values/write-json.js';
import { useSpan } from '../span/load-span.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { openedFiles } from './opened-files.js';
import type { Json } from './shown-span.js';

function answerOf(name: string) {
  return { count: 1, span: { trace_id: 't', span_id: 's', span_name: name } };
}

/** Renders a span whose trace is both in the store and in an opened file. A click closes the file. */
function Span(): ReactElement {
  const [, setClosed] = useState(false);
  const { data } = useSpan('t', 's');
  const close = () => {
    window.history.replaceState(null, '', '/');
    setClosed(true);
  };
  return (
    <button type="button" onClick={close}>
      {data?.span.span_name}
    </button>
  );
}

describe('traceKey', () => {
  it('keeps answers from a file separate from stored ones', async () => {
    new FakeService({ '/spans/t/s': { body: answerOf('stored') } });
    const answer = () => Promise.resolve(writeJson(answerOf('of the file') as Json));
    openedFiles.set(new Map([['a.json', { name: 'a.json', traces: [], answer }]]));
    window.history.replaceState(null, '', '/?file=a.json');
    const { user } = await showAt('/traces/t', <Span />);

    await user.click(await screen.findByText('of the file'));

    await screen.findByText('stored');
  });
});
