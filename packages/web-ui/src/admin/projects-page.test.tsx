import { act, screen } from '@testing-library/react';
import { type FakeAnswer, FakeService } from '../testing/fake-service.js';
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

async function show(answers: Readonly<Record<string, FakeAnswer>> = {}) {
  adminKey.set('the key');
  const projects = { body: { projects: [project] } };
  const service = new FakeService({ '/admin/projects': projects, ...answers });
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

  it('says why the spans by day are missing, and retries', async () => {
    const { service, user } = await show({
      '/project': { body: { project: { ...project, name: 'own' }, permissions: [] } },
    });
    service.answer('/project/usage', { status: 504, body: { detail: 'It took too long.' } });
    await user.click(screen.getByText('shop'));
    await screen.findByText(/It took too long\./);
    expect(screen.queryByRole('table', { name: 'Spans by the day of their start' })).toBeNull();

    const days = [{ day: '2026-05-01', spans: 1234 }];
    service.answer('/project/usage', { body: { days } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));

    await screen.findByText('1,234');
    expect(screen.queryByText(/It took too long\./)).toBeNull();
  });
});
