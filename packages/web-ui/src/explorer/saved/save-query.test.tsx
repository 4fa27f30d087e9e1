import { screen, waitFor, within } from '@testing-library/react';
import { FilterBar } from '../../filter-bar/filter-bar.js';
import { FakeService } from '../../testing/fake-service.js';
import { showAt } from '../../testing/show-at.js';
import { SaveQuery } from './save-query.js';

const filtering = {
  operator: 'and',
  conditions: [{ field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' }],
} as const;

function project(...permissions: readonly string[]) {
  return {
    '/project': { body: { project: { id: 'p', name: 'shop' }, permissions } },
    '/simple/queries/query': { body: { queries: [] } },
  };
}

async function show(service: FakeService) {
  const shown = await showAt(
    '/spans?w=7d',
    <FilterBar onRun={() => undefined}>
      <SaveQuery filtering={filtering} view={{ view: 'traces' }} />
    </FilterBar>,
  );
  await waitFor(() => expect(service.sentTo('/project')).toHaveLength(1));
  return shown;
}

function name(): HTMLInputElement {
  return within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Name' });
}

describe('SaveQuery', () => {
  it('sends the query once while the answer is not here', async () => {
    const pause = Promise.withResolvers<void>();
    const service = new FakeService({
      ...project('edit_queries'),
      '/simple/queries/': { body: { query: {} }, after: pause.promise },
    });
    const { user } = await show(service);
    await user.keyboard('s');
    await user.type(name(), 'Failed');
    const save = within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' });

    await user.click(save);
    await user.click(save);
    pause.resolve();

    await screen.findByText('Saved as Failed');
    expect(service.sentTo('/simple/queries/')).toHaveLength(1);
  });

  it('waits for the other queries, so that a known name gets a new version', async () => {
    const list = Promise.withResolvers<void>();
    const queries = [{ id: '1', slug: 'failed', name: 'Failed' }];
    const service = new FakeService({
      ...project('view_queries', 'edit_queries'),
      '/simple/queries/': { body: { query: {} } },
      '/simple/queries/1': { body: { query: {} } },
      '/simple/queries/query': { body: { queries }, after: list.promise },
    });
    const { user } = await show(service);
    await user.keyboard('s');

    await user.type(name(), 'Failed{Enter}');
    list.resolve();

    await screen.findByText('Saved as Failed');
    expect(service.sentTo('/simple/queries/')).toHaveLength(0);
    expect(service.sentTo('/simple/queries/1')).toHaveLength(1);
  });

  it('shows why the query was refused, and keeps the name', async () => {
    const detail = 'A query with this slug exists.';
    const service = new FakeService({
      ...project('edit_queries'),
      '/simple/queries/': { status: 409, body: { detail } },
    });
    const { user } = await show(service);

    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.type(name(), 'Failed{Enter}');

    await screen.findByText(detail);
    expect(name().value).toBe('Failed');
  });

  it('gives the focus back to its button on Escape', async () => {
    const { user } = await show(new FakeService(project('edit_queries')));
    const button = screen.getByRole('button', { name: 'Save' });

    await user.click(button);
    await user.keyboard('{Escape}');

    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('adds the query to a menu that has listed the others before', async () => {
    const service = new FakeService({
      ...project('edit_queries'),
      '/simple/queries/1': { body: { query: {} } },
    });
    const { user } = await show(service);
    await user.click(screen.getByRole('button', { name: 'Last filters' }));
    await screen.findByRole('menuitem', { name: /^Save the query/ });
    await user.keyboard('{Escape}');
    const query = { id: '1', slug: 'failed', name: 'Failed' };
    service.answer('/simple/queries/query', { body: { queries: [query] } });

    await user.keyboard('s');
    await user.type(name(), 'Failed{Enter}');
    await screen.findByText('Saved as Failed');
    await user.click(screen.getByRole('button', { name: 'Last filters' }));

    await screen.findByRole('menuitem', { name: 'Failed' });
  });

  it('is also in the menu of the filter', async () => {
    const { user } = await show(new FakeService(project('edit_queries')));

    await user.click(screen.getByRole('button', { name: 'Last filters' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Save the query/ }));

    await waitFor(() => expect(document.activeElement).toBe(name()));
  });

  it('cannot be used without the permission', async () => {
    const { user } = await show(new FakeService(project('view_spans')));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

    await waitFor(() => expect(button.disabled).toBe(true));
    await user.keyboard('s');
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Last filters' }));
    expect(screen.queryByRole('menuitem', { name: /^Save/ })).toBeNull();
  });
});
