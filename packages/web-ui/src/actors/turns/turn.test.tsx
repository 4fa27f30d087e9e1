import { screen } from '@testing-library/react';
import type { PreviewText } from '../../api/shown-span.js';
import { aTraceSummary } from '../../testing/a-trace-summary.js';
import { showAt } from '../../testing/show-at.js';
import { Turn } from './turn.js';

function show(output: PreviewText) {
  const turn = aTraceSummary({
    trace_id: 't',
    start_time: '2026-05-01T10:00:00Z',
    end_time: '2026-05-01T10:00:01Z',
    duration_ns: '1000000000',
    input: { text: 'Which **one**?', length: 14 },
    output,
  });
  const ignore = () => undefined;
  return showAt(
    '/sessions/s-1',
    <Turn turn={turn} position={1} total={1} isOpen={false} onToggle={ignore} onFocus={ignore} />,
  );
}

describe('Turn', () => {
  it('renders the Markdown of an answer, and the length of a truncated one', async () => {
    await show({ text: 'The **Flex** contract', length: 7100 });

    expect((await screen.findByText('Flex')).tagName).toBe('STRONG');
    expect(screen.getByText('… 7,100 characters')).toBeTruthy();
    expect(screen.getByText('Which **one**?')).toBeTruthy();
  });

  it('shows structured data unchanged', async () => {
    await show({ text: '{"a":"*b*"}', length: 11 });

    expect(screen.getByText('{"a":"*b*"}')).toBeTruthy();
    expect(screen.queryByText(/characters/)).toBeNull();
  });
});
