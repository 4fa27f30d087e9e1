import { act, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { CursorPages } from '../../api/cursor-pages.js';
import type { TraceSummary } from '../../api/trace-summary.js';
import { aTraceSummary } from '../../testing/a-trace-summary.js';
import { showAt } from '../../testing/show-at.js';
import { TurnFeed } from './turn-feed.js';

function turnOf(id: string, second: number): TraceSummary {
  const time = `2026-05-01T10:00:0${second}Z`;
  return aTraceSummary({
    trace_id: id,
    start_time: time,
    end_time: time,
    input: { text: `question ${id}`, length: 10 },
  });
}

let arrive: (turn: TraceSummary) => void;

function Feed(): ReactElement {
  const [pages] = useState(() => {
    const rows = [turnOf('b', 2), turnOf('a', 1)];
    return new CursorPages<TraceSummary>(() => Promise.resolve({ rows }));
  });
  const [arrived, setArrived] = useState<ReadonlyMap<string, TraceSummary>>(new Map());
  arrive = (turn) => setArrived(new Map([[turn.trace_id, turn]]));
  return (
    <TurnFeed name="Turns" pages={pages} arrived={arrived} order="descending" empty="No turn" />
  );
}

function focused(): string | null | undefined {
  return document.activeElement?.querySelector('h3')?.textContent;
}

describe('TurnFeed', () => {
  it('continues from the focused turn when another turn arrives above it', async () => {
    const { user } = await act(() => showAt('/sessions/s-1', <Feed />));
    await screen.findByText('question a');
    await user.keyboard('j');
    expect(focused()).toContain('question b');

    act(() => arrive(turnOf('c', 3)));
    await user.keyboard('j');

    expect(focused()).toContain('question a');
  });
});
