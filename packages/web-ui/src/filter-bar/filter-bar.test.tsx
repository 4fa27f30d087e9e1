import { act, screen, waitFor } from '@testing-library/react';
import { refusedFilter } from '../api/refused-filter.js';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { FilterBar } from './filter-bar.js';

function field(): HTMLInputElement {
  return screen.getByRole('combobox', { name: 'Filter' });
}

function offered() {
  return screen
    .queryAllByRole('option')
    .map(({ firstElementChild }) => firstElementChild?.textContent);
}

async function show(address = '/spans') {
  const service = new FakeService({
    '/attributes/keys': { body: { keys: [{ key: 'customer.tier', count: 40 }] } },
    '/attributes/values': { body: { values: [{ value: 'premium', count: 14 }] } },
  });
  const run = jest.fn();
  return { ...(await showAt(address, <FilterBar onRun={run} />)), service, run };
}

describe('FilterBar', () => {
  it('puts a filter into the address when it is run, and not before', async () => {
    const { user, search, run } = await show('/spans?w=7d');

    await user.type(field(), 'duration>5s');
    expect(search()).toEqual({ w: '7d' });
    await user.keyboard('{Enter}');

    await waitFor(() => expect(search()).toEqual({ w: '7d', q: 'duration>5s' }));
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('takes an empty filter out of the address', async () => {
    const { user, search } = await show('/spans?q=status%3Aerror');

    await user.clear(field());
    await user.keyboard('{Enter}');

    await waitFor(() => expect(search()).toEqual({}));
  });

  it('restores the filter of the last run on Escape', async () => {
    const { user } = await show('/spans?q=status%3Aerror');

    await user.type(field(), ' timeout');
    await user.keyboard('{Escape}');

    await waitFor(() => expect(field().value).toBe('status:error'));
  });

  it('marks a completion by the arrow keys, accepts it with Enter and names it to a screen reader', async () => {
    const { user, search } = await show();

    await user.type(field(), 'sta');
    await waitFor(() => expect(offered()).toContain('status:'));
    await user.keyboard('{ArrowDown}');
    const marked = document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
    expect(marked?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{Enter}');

    expect(field().value).toBe('status:');
    expect(search()).toEqual({});
  });

  it('runs on Ctrl-Enter, although a completion is marked', async () => {
    const { user, search } = await show();

    await user.type(field(), 'sta');
    await waitFor(() => expect(offered()).not.toEqual([]));
    await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');

    await waitFor(() => expect(search()).toEqual({ q: 'sta' }));
  });

  it('closes the completions on the first Escape, and keeps the text', async () => {
    const { user } = await show();

    await user.type(field(), 'sta');
    await waitFor(() => expect(offered()).not.toEqual([]));
    await user.keyboard('{Escape}');

    expect(offered()).toEqual([]);
    expect(field().value).toBe('sta');
  });

  it('asks at once, and only once, for the values of a field, whatever is typed of one', async () => {
    const { user, service } = await show();
    const values = ['shop', 'search'].map((value) => ({ value, count: 3 }));
    service.answer('/spans/aggregate/query', { body: { total: {}, facets: [{ values }] } });

    await user.type(field(), 'service:');
    expect(service.sentTo('/spans/aggregate/query')).toHaveLength(1);
    await waitFor(() => expect(offered()).toEqual(['shop', 'search']));
    await user.type(field(), 'sh');

    await waitFor(() => expect(offered()).toEqual(['shop']));
    expect(service.sentTo('/spans/aggregate/query')).toHaveLength(1);
  });

  it('offers the keys and the values of the project with their numbers of spans', async () => {
    const { user, service } = await show();

    await user.type(field(), '.cust');
    await screen.findByRole('option', { name: /customer\.tier.*40/ });
    await user.keyboard('{Tab}:');
    await screen.findByRole('option', { name: /premium.*14/ });
    await user.keyboard('{Tab}');

    expect(field().value).toBe('.customer.tier:premium');
    expect(service.sentTo('/attributes/keys').at(-1)?.path).toContain('prefix=cust');
    expect(service.sentTo('/attributes/values').at(-1)?.path).toContain('key=customer.tier');
  });

  it('keeps matching suggestions while keys for further letters are looked up', async () => {
    const { user } = await show();
    await user.type(field(), '.cust');
    await screen.findByRole('option', { name: /customer\.tier/ });
    const unanswered = jest.fn(() => new Promise<never>(() => {}));
    globalThis.fetch = unanswered;

    await user.type(field(), 'om');
    await waitFor(() => expect(unanswered).toHaveBeenCalled());

    expect(screen.getAllByRole('option', { name: /customer\.tier/ })).not.toEqual([]);
  });

  it('offers the operators of a field once its name is typed, and each attribute has all of them', async () => {
    const { user } = await show();

    await user.type(field(), 'duration');
    expect(offered()).toEqual(['duration>', 'duration>=', 'duration<', 'duration<=', 'duration:']);
    await user.clear(field());
    await user.type(field(), 'status');
    expect(offered()).toEqual(['status:']);
    await user.clear(field());
    await user.type(field(), '.customer.tier');
    await screen.findByRole('option', { name: '.customer.tier^=' });
    expect(offered()).toContain('.customer.tier<=');
  });

  it('offers nothing inside a pattern', async () => {
    const { user } = await show();

    await user.type(field(), 'name like dr');

    expect(offered()).toEqual([]);
  });

  it('asks for the keys and values of resources, scopes and events, in the window', async () => {
    const window = '2026-05-01T10:00:00.000000000Z..2026-05-01T11:00:00.000000000Z';
    const { user, service } = await show(`/spans?w=${window}`);
    service.answer('/attributes/keys', { body: { keys: [{ key: 'host.name', count: 3 }] } });

    await user.click(field());
    await user.paste('resource.ho');
    await screen.findByRole('option', { name: /resource\.host\.name/ });
    await user.keyboard('{Tab}');
    await screen.findByRole('option', { name: 'resource.host.name^=' });
    await user.paste(':');
    await screen.findByRole('option', { name: /premium/ });
    await user.clear(field());
    await user.paste('event.exception.type:');
    await waitFor(() => expect(service.sentTo('/attributes/values')).toHaveLength(2));

    const asked = [...service.sentTo('/attributes/keys'), ...service.sentTo('/attributes/values')];
    const [oldest, newest] = window.split('..');
    const bounds = { oldest, newest, limit: '50' };
    expect(
      asked.map(({ path }) => Object.fromEntries(new URLSearchParams(path.split('?')[1]))),
    ).toEqual(
      expect.arrayContaining([
        { source: 'resource', prefix: 'ho', ...bounds },
        { source: 'resource', key: 'host.name', prefix: '', ...bounds },
        { source: 'events', key: 'exception.type', prefix: '', ...bounds },
      ]),
    );
  });

  it('says that there are more completions than it shows', async () => {
    const { user, service } = await show();
    const keys = Array.from({ length: 50 }, (_, at) => ({ key: `key.${at}`, count: 1 }));
    service.answer('/attributes/keys', { body: { keys } });

    await user.type(field(), '.key');

    await screen.findByText(/^The 50 most frequent/);
    expect(offered()).toHaveLength(50);
  });

  it('marks invalid text once the caret has left it', async () => {
    const { user } = await show();
    const reason = /There is no field 'foo'/;

    await user.type(field(), 'foo:bar');
    await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
    await user.type(field(), ' timeout');

    await screen.findByText(reason);
    expect(field().getAttribute('aria-invalid')).toBe('true');
  });

  it('names why the service refused the filter, until it is changed', async () => {
    const { user } = await show('/spans?q=status%3Aerror');
    act(() => refusedFilter.set("'gt' needs a number."));

    await screen.findByText("'gt' needs a number.");
    await user.type(field(), ' timeout');
    expect(screen.queryByText("'gt' needs a number.")).toBeNull();
  });
});
