import type { AccountsAnswer, ProjectUsage } from '@spanhouse/span-schema/api';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { call } from '../api/call.js';
import type { LoadPage } from '../api/cursor-pages.js';
import { useProject } from '../api/use-project.js';
import { Message, ShortProblem } from '../parts/answers/answer-states.js';
import { OfflineBar } from '../parts/answers/offline-bar.js';
import { Button } from '../parts/button.js';
import { FormDialog } from '../parts/dialogs/open-dialog.js';
import { ListView } from '../parts/lists/list-view.js';
import type { Column } from '../parts/lists/row-grid.js';
import { useReloadedPages } from '../parts/lists/use-kept-pages.js';
import { MarkedText } from '../parts/values/write-value.js';
import styles from './admin.module.css';
import type { ListedProject, ProjectsAnswer } from './admin-answers.js';
import { callAsAdmin } from './admin-key.js';
import { AdminPage } from './admin-page.js';
import { NewKeyText } from './new-key-text.js';

const PAGE_SIZE = 100;

const loadProjects: LoadPage<ListedProject> = async (next, signal) => {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(next && { next }) });
  const answer = await callAsAdmin<ProjectsAnswer>(`/admin/projects?${query}`, { signal });
  return { rows: answer.projects, next: answer.next };
};

const columns: readonly Column<ListedProject>[] = [
  {
    id: 'name',
    heading: 'Name',
    width: 'minmax(120px, 1fr)',
    cell: ({ name }) => (
      <b>
        <MarkedText text={name} />
      </b>
    ),
  },
  {
    id: 'retention',
    heading: 'Retention',
    width: '90px',
    isNumber: true,
    cell: ({ retention_days: days }) =>
      days === null ? 'forever' : `${days} ${days === 1 ? 'day' : 'days'}`,
  },
  { id: 'keys', heading: 'Keys', width: '60px', isNumber: true, cell: ({ keys }) => keys },
  {
    id: 'created',
    heading: 'Created',
    width: '100px',
    cell: ({ created_at }) => (
      <span className="quiet" title={created_at}>
        {created_at.slice(0, 10)}
      </span>
    ),
  },
  {
    id: 'id',
    heading: 'Id',
    width: '270px',
    cell: ({ id }) => <span className="mono quiet">{id}</span>,
  },
];

/** The projects of the installation, sorted by name. Opening a project shows a form for its name and retention. */
export function ProjectsPage(): ReactElement {
  const [isAdding, setAdding] = useState(false);
  const actions = <Button onClick={() => setAdding(true)}>New account</Button>;
  return (
    <AdminPage title="Projects" actions={actions}>
      <ProjectList isAdding={isAdding} onAdded={() => setAdding(false)} />
    </AdminPage>
  );
}

interface ProjectListProps {
  readonly isAdding: boolean;
  readonly onAdded: () => void;
}

function ProjectList({ isAdding, onAdded }: ProjectListProps): ReactElement {
  const [opened, setOpened] = useState<ListedProject>();
  const [newKey, setNewKey] = useState<string>();
  const navigate = useNavigate();
  const { pages, readAt, reload } = useReloadedPages(loadProjects, 'projects');
  const showKeys = (id: string) => void navigate({ to: '/admin/keys', search: { p: id } as never });
  const close = () => {
    setOpened(undefined);
    reload();
  };
  return (
    <div className="headed">
      <div>
        <OfflineBar readAt={readAt} onRetry={reload} />
      </div>
      <ListView
        name="Projects"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={setOpened}
        onReload={reload}
        empty={<Message title="There is no project." />}
      />
      {opened !== undefined && (
        <EditProject project={opened} onClose={close} onKeys={() => showKeys(opened.id)} />
      )}
      {isAdding && (
        <NewAccount
          onClose={onAdded}
          onMade={(key) => {
            onAdded();
            setNewKey(key);
            reload();
          }}
        />
      )}
      {newKey !== undefined && <NewKeyText text={newKey} onClose={() => setNewKey(undefined)} />}
    </div>
  );
}

interface NewAccountProps {
  readonly onClose: () => void;
  /** Called with the first key of the new account. */
  readonly onMade: (key: string) => void;
}

/** Dialog that creates a user, a project, and the project's first key. */
function NewAccount({ onClose, onMade }: NewAccountProps): ReactElement {
  const submit = async (form: FormData) => {
    const name = String(form.get('project')).trim();
    const email = String(form.get('email')).trim();
    const { accounts } = await callAsAdmin<AccountsAnswer>('/admin/simple/accounts/', {
      body: { accounts: { [name]: { user: { email } } } },
    });
    onMade(accounts[name]?.api_keys?.key ?? '');
  };
  return (
    <FormDialog title="New account" action="Create" onClose={onClose} onSubmit={submit}>
      <p className="quiet">A user with a new project, and a key that may do everything in it.</p>
      <label>
        Email
        <input className="field" name="email" type="email" required maxLength={320} />
      </label>
      <label>
        Project
        <input className="field" name="project" required maxLength={200} />
      </label>
    </FormDialog>
  );
}

interface EditProjectProps {
  readonly project: ListedProject;
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

/** Form that changes a project's name and the retention of its future spans. */
function EditProject({ project, onClose, onKeys }: EditProjectProps): ReactElement {
  const { id, name, retention_days: days } = project;
  const submit = async (form: FormData) => {
    const text = String(form.get('retention')).trim();
    const body = {
      name: String(form.get('name')).trim(),
      retention_days: text === '' ? null : Number(text),
    };
    await callAsAdmin(`/admin/projects/${id}`, { method: 'PUT', body });
    onClose();
  };
  return (
    <FormDialog title="Project" action="Save" onClose={onClose} onSubmit={submit}>
      <p className="mono faint">{id}</p>
      <label>
        Name
        <input className="field" name="name" defaultValue={name} required maxLength={200} />
      </label>
      <label>
        Days to keep spans
        <input
          className="field"
          name="retention"
          type="number"
          min={1}
          max={3650}
          defaultValue={days ?? ''}
          placeholder="forever"
        />
      </label>
      <p className="quiet">
        This applies to spans that arrive from now on. An empty field keeps them forever.
      </p>
      <SpansByDay projectId={id} />
      <p>
        <Button onClick={onKeys}>Show its keys</Button>
      </p>
    </FormDialog>
  );
}

const SHOWN_DAYS = 7;

/**
 * Number of spans per day for the last seven days. The service returns these counts only if the tab's key belongs to
 * the project.
 */
function SpansByDay({ projectId }: { readonly projectId: string }): ReactElement | null {
  const isOwn = useProject()?.project.id === projectId;
  const { data, error, refetch } = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => call<ProjectUsage>('/project/usage', { signal }),
    enabled: isOwn,
  });
  if (!isOwn) {
    return <p className="quiet">Only a key of this project shows its spans by day.</p>;
  }
  if (error !== null) {
    const retry = () => void refetch();
    return <ShortProblem what="The spans by day are not known" error={error} retry={retry} />;
  }
  return (
    <table className={styles['days']}>
      <caption className="quiet">Spans by the day of their start</caption>
      <tbody>
        {data?.days.slice(-SHOWN_DAYS).map(({ day, spans }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td className="num">{spans.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
