import { act, screen } from '@testing-library/react';
import { FakeService } from '../testing/fake-service.js';
import { showAt } from '../testing/show-at.js';
import { adminKey } from './admin-key.js';
import { ProjectsPage } from './projects-page.js';

const project = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'shop',
  retention_days: null,
  created_at: '2026-05-01T00:00:00Z',
  keys: 1,
};

async function show() {
  adminKey.set('the key');
  const service = new FakeService({ '/admin/projects': { body: { projects: [project] } } });
  const { user } = await act(() => showAt('/admin/projects', <ProjectsPage />));
  await screen.findByText('shop');
  return { service, user };
}

describe('ProjectsPage', () => {
  afterEach(() => act(() => adminKey.set(undefined)));

  it('keeps the projects while the service does not answer, and says when they were read', async () => {
    const { user } = await show();
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    await user.keyboard('r');

    await screen.findByText(/What is shown is from/);
    expect(screen.getByText('shop')).toBeDefined();
  });

  it('shows why a change is refused, and keeps what was typed', async () => {
    const { service, user } = await show();
    service.answer(`/admin/projects/${project.id}`, {
      status: 409,
      body: { detail: 'Another project has this name.' },
    });
    await user.click(screen.getByText('shop'));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'bot{Enter}');

    await screen.findByText('Another project has this name.');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('bot');
    expect(service.sentTo(`/admin/projects/${project.id}`).at(-1)?.body).toEqual({
      name: 'bot',
      retention_days: null,
    });
  });
});
