import { fireEvent, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { anOutline } from '../../testing/an-outline.js';
import { showAt } from '../../testing/show-at.js';
import type { TraceModel } from '../use-trace-model.js';
import { SpanRows } from './span-rows.js';
import { placeSpans, timeAxis } from './time-axis.js';

/** A tree with two branches: ask > plan > draft, search; ask > store. */
const outline = anOutline([
  { name: 'ask', duration: 100 },
  { name: 'plan', parent: 0, start: 10, duration: 60 },
  { name: 'draft', parent: 1, start: 20, duration: 10 },
  { name: 'search', parent: 1, start: 30, duration: 10 },
  { name: 'store', parent: 0, start: 40, duration: 20 },
]);
const names = outline.texts;
const axis = timeAxis(100, []);
const model: TraceModel = {
  outline,
  axis,
  spans: placeSpans(outline, axis),
  idle: undefined,
  roots: new Map(),
  path: undefined,
};

/** Renders a tree whose state is stored in the URL, as on a real page. */
function Tree(): ReactElement {
  const [selected, select] = useState(0);
  const [folded, fold] = useState<ReadonlySet<number>>(new Set());
  return (
    <SpanRows
      model={model}
      tree={outline.rows}
      zoom={{ from: 0, to: 100 }}
      matches={new Set()}
      selected={selected}
      folded={folded}
      onSelect={select}
      onFolded={fold}
    />
  );
}

function rows() {
  return screen
    .getAllByRole('row')
    .map((row) => [
      names.find((name) => row.textContent?.includes(name)),
      row.getAttribute('aria-expanded'),
    ]);
}

function selected(): string | undefined {
  const row = screen.getByRole('row', { selected: true });
  return names.find((name) => row.textContent?.includes(name));
}

/** Shows the tree and focuses the span with the given name. */
async function showFrom(name: string) {
  const { user } = await showAt('/traces/t', <Tree />);
  await user.tab();
  for (let at = 0; at < names.indexOf(name); at++) {
    await user.keyboard('{ArrowDown}');
  }
  return user;
}

describe('SpanRows', () => {
  it('states the level, the position and the number of siblings of each span, and is entered at the selected one', async () => {
    await showFrom('ask');

    const positions = screen
      .getAllByRole('row')
      .map((row) =>
        ['level', 'posinset', 'setsize'].map((name) => row.getAttribute(`aria-${name}`)),
      );
    expect(positions.map((position) => position.join('.'))).toEqual([
      '1.1.1',
      '2.1.2',
      '3.1.2',
      '3.2.2',
      '2.2.2',
    ]);
    expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('5');
    const inOrder = screen.getAllByRole('row').filter(({ tabIndex }) => tabIndex === 0);
    expect(inOrder).toEqual([screen.getByRole('row', { selected: true })]);
  });

  it('moves by keys before a row has the focus, which then goes with the selection', async () => {
    const { user } = await showAt('/traces/t', <Tree />);
    expect(document.activeElement).toBe(document.body);

    await user.keyboard('j{ArrowDown}');

    expect(selected()).toBe(names[2]);
    expect(document.activeElement).toBe(screen.getByRole('row', { selected: true }));
  });

  it('leaves the arrow keys to what has the focus outside of the tree, but not j and k', async () => {
    const { user } = await showAt(
      '/traces/t',
      <>
        <Tree />
        <section aria-label="Detail" tabIndex={-1} />
      </>,
    );
    screen.getByRole('region', { name: 'Detail' }).focus();

    await user.keyboard('{ArrowDown}');
    expect(selected()).toBe('ask');
    await user.keyboard('j');
    expect(selected()).toBe('plan');
  });

  it('continues by keys from the selected span after the user scrolls it away', async () => {
    const user = await showFrom('plan');
    const tree = screen.getByRole('treegrid');
    tree.scrollTop = 100_000;
    fireEvent.scroll(tree);
    expect(rows()).toEqual([['plan', 'true']]);

    await user.keyboard('{ArrowDown}');

    expect(selected()).toBe('draft');
    expect(document.activeElement).toBe(screen.getByRole('row', { selected: true }));
  });
});
