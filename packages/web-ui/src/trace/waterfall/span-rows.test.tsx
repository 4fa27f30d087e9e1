import { fireEvent, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { showAt } from '../../testing/show-at.js';
import type { Outline } from '../outline/outline.js';
import { wholeTree } from '../outline/row-tree.js';
import type { TraceModel } from '../use-trace-model.js';
import { SpanRows } from './span-rows.js';
import { placeSpans, timeAxis } from './time-axis.js';

const names = ['ask', 'plan', 'draft', 'search', 'store'];
/** Tree: ask > plan > draft, search; ask > store. */
const parent = Int32Array.of(-1, 0, 1, 1, 0);

function each(value: number): readonly number[] {
  return names.map(() => value);
}

const outline = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  count: names.length,
  ids: BigUint64Array.from(names, (_, at) => BigInt(at)),
  parent,
  texts: [...names, 'shop', 'chat'],
  name: Int32Array.from(names.keys()),
  service: Int32Array.from(each(names.length)),
  type: Int32Array.from(each(names.length + 1)),
  status: Uint8Array.from(each(0)),
  start: Float64Array.from(names.keys(), (at) => 10 * at),
  duration: Float64Array.of(100, 60, 10, 10, 20),
  self: Float64Array.from(each(1)),
  marks: Uint8Array.from(each(0)),
  flags: Uint8Array.from(each(0)),
  tokensAll: Float64Array.from(each(0)),
  costsAll: Float64Array.from(each(0)),
  orphans: new Map(),
  cycles: new Map(),
} as Partial<Outline> as Outline;

const tree = wholeTree(outline);
const axis = timeAxis(100, []);
const model: TraceModel = {
  outline,
  axis,
  spans: placeSpans(outline, axis),
  idle: undefined,
  roots: new Map(),
  path: undefined,
};

/** Tree with the state that a page keeps in its address. */
function Tree(): ReactElement {
  const [selected, select] = useState(0);
  const [folded, fold] = useState<ReadonlySet<number>>(new Set());
  return (
    <SpanRows
      model={model}
      tree={tree}
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

/** Shows the tree and focuses the span with a name. */
async function showFrom(name: string) {
  const { user } = await showAt('/traces/t', <Tree />);
  await user.tab();
  for (let at = 0; at < names.indexOf(name); at++) {
    await user.keyboard('{ArrowDown}');
  }
  return user;
}

describe('SpanRows', () => {
  it('states the level, the place and the number of siblings of each span', async () => {
    await showFrom('ask');

    const places = screen
      .getAllByRole('row')
      .map((row) =>
        ['level', 'posinset', 'setsize'].map((name) => row.getAttribute(`aria-${name}`)),
      );
    expect(places.map((place) => place.join('.'))).toEqual([
      '1.1.1',
      '2.1.2',
      '3.1.2',
      '3.2.2',
      '2.2.2',
    ]);
    expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('5');
  });

  it('moves the selection down and up, and ends at the first and the last row', async () => {
    const user = await showFrom('plan');
    expect(selected()).toBe('plan');

    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(selected()).toBe('ask');
    await user.keyboard('{End}{ArrowDown}');
    expect(selected()).toBe('store');
    await user.keyboard('{Home}');
    expect(selected()).toBe('ask');
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
        <section aria-label="Beside" tabIndex={-1} />
      </>,
    );
    screen.getByRole('region', { name: 'Beside' }).focus();

    await user.keyboard('{ArrowDown}');
    expect(selected()).toBe('ask');
    await user.keyboard('j');
    expect(selected()).toBe('plan');
  });

  it('folds a span on the left key, goes to its parent on the next one, and unfolds on the right key', async () => {
    const user = await showFrom('plan');

    await user.keyboard('{ArrowLeft}');
    expect(rows()).toEqual([
      ['ask', 'true'],
      ['plan', 'false'],
      ['store', null],
    ]);
    await user.keyboard('{ArrowRight}');
    expect(rows()).toHaveLength(5);
    await user.keyboard('{ArrowRight}');
    expect(selected()).toBe('draft');
    await user.keyboard('{ArrowLeft}');
    expect(selected()).toBe('plan');
  });

  it('folds and unfolds a whole subtree with Shift', async () => {
    const user = await showFrom('ask');

    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(rows()).toEqual([['ask', 'false']]);
    await user.keyboard('{ArrowRight}');
    expect(rows()).toEqual([
      ['ask', 'true'],
      ['plan', 'false'],
      ['store', null],
    ]);
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(rows()).toHaveLength(5);
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

  it('has one row in the order of the Tab key, that of the selected span', async () => {
    await showFrom('search');

    const inOrder = screen.getAllByRole('row').filter(({ tabIndex }) => tabIndex === 0);
    expect(inOrder).toEqual([screen.getByRole('row', { selected: true })]);
  });
});
