import { act, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import type { Arrow, GraphLayout, GraphRequest } from '../../parts/chart/graph-layout.js';
import { runTasksHere } from '../../testing/fake-worker.js';
import { showAt } from '../../testing/show-at.js';
import { useGraphLayout } from './use-graph-layout.js';

const size = { width: 1, height: 1 };

function requestOf(names: readonly string[]): GraphRequest<Arrow> {
  return { nodes: names.length, arrows: [], nodeSize: size, labelSize: size, spacing: 1 };
}

function layoutOf(nodes: number): GraphLayout<Arrow> {
  return { ...size, nodes: new Array(nodes).fill({ x: 0, y: 0 }), arrows: [] };
}

const small = ['a', 'b'];
const large = ['c', 'd', 'e'];

function Graph(): ReactElement {
  const [isLarge, setLarge] = useState(false);
  const { graph, layout } = useGraphLayout(isLarge ? large : small, requestOf);
  return (
    <button type="button" onClick={() => setLarge(true)}>
      {`${layout.nodes.length} places for ${graph.join(', ')}`}
    </button>
  );
}

describe('useGraphLayout', () => {
  it('keeps the graph of the last layout until the next one is laid out', async () => {
    const next = Promise.withResolvers<GraphLayout<Arrow>>();
    const layOutGraph = ({ nodes }: GraphRequest<Arrow>) =>
      nodes === large.length ? next.promise : layoutOf(nodes);
    runTasksHere({ layOutGraph });
    const { user } = await showAt('/', <Graph />);

    await user.click(await screen.findByText('2 places for a, b'));
    expect(screen.getByRole('button').textContent).toBe('2 places for a, b');
    await act(async () => next.resolve(layoutOf(large.length)));

    await screen.findByText('3 places for c, d, e');
  });
});
