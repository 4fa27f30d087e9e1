import { screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { useFilter } from '../filter-bar/use-filter.js';
import { WindowPicker } from '../filter-bar/window/window-picker.js';
import { showAt } from '../testing/show-at.js';
import { copyLink } from './copy-link.js';

const openedAt = Date.UTC(2026, 4, 1, 10);
const HOUR_MS = 3_600_000;

function Page(): ReactElement {
  const [run, setRun] = useState(0);
  const { runAt } = useFilter(run);
  return (
    <>
      <WindowPicker />
      <button type="button" onClick={() => setRun(run + 1)}>
        Reload
      </button>
      <output>{runAt}</output>
    </>
  );
}

async function showPage(search: string) {
  const now = jest.spyOn(Date, 'now').mockReturnValue(openedAt);
  const address = `/spans?${search}`;
  window.history.replaceState({}, '', address);
  const { user } = await showAt(address, <Page />);
  now.mockReturnValue(openedAt + HOUR_MS);
  const reload = async () => {
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('T11:00'));
  };
  const copied = async () => {
    await copyLink();
    return new URL(await navigator.clipboard.readText()).searchParams.get('w');
  };
  return { reload, copied };
}

describe('copyLink', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('fixes a relative window at the moment at which the page was read', async () => {
    const { reload, copied } = await showPage('w=15m');
    expect(await copied()).toMatch(/^2026-05-01T09:45:00\.0+Z\.\.2026-05-01T10:00:00\.0+Z$/);

    await reload();

    expect(await copied()).toMatch(/^2026-05-01T10:45:00\.0+Z\.\.2026-05-01T11:00:00\.0+Z$/);
  });

  it('fixes the window of a page that follows what arrives at the present moment', async () => {
    const { copied } = await showPage('w=15m&live=1');

    expect(await copied()).toMatch(/\.\.2026-05-01T11:00:00\.0+Z$/);
  });

  it('leaves a window as it is that does not move', async () => {
    const { copied } = await showPage('w=all');

    expect(await copied()).toBe('all');
  });
});
