import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { LoadPage } from '../api/cursor-pages.js';
import { Message, Problem } from '../parts/answers/answer-states.js';
import { OfflineBar } from '../parts/answers/offline-bar.js';
import { useKeptAnswer } from '../parts/answers/use-kept-answer.js';
import { FormDialog } from '../parts/dialogs/open-dialog.js';
import { ListView } from '../parts/lists/list-view.js';
import type { Column } from '../parts/lists/row-grid.js';
import { useReloadedPages } from '../parts/lists/use-kept-pages.js';
import { MarkedText } from '../parts/values/write-value.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './admin.module.css';
import {
  type ListedKey,
  type ListedProject,
  type ProjectsAnswer,
  permissions,
} from './admin-answers.js';
import { callAsAdmin } from './admin-key.js';
import { AdminPage } from './admin-page.js';
import { NewKeyText } from './new-key-text.js';

/**
 * Maximum number of projects in the selection list. The keys of all other projects can be opened from the project list.
 */
const MAX_CHOICES = 1000;

/** The page that lists the keys of one project. Opening a key shows the dialog that revokes it. */
export function AdminKeysPage(): ReactElement {
  return (
    <AdminPage title="Keys">
      <KeysOfProject />
    </AdminPage>
  );
}

function KeysOfProject(): ReactElement {
  const [{ p }, change] = useSearchParameters();
  const query = useQuery({
    queryKey: ['admin', 'projects'],
    queryFn: ({ signal }) =>
      callAsAdmin<ProjectsAnswer>(`/admin/projects?limit=${MAX_CHOICES}`, { signal }),
    staleTime: 0,
  });
  // A lost connection is not reported here, because the list of keys already reports it.
  const { data, error } = useKeptAnswer(query, 'projects');
  if (error !== null) {
    return <Problem error={error} onRetry={() => void query.refetch()} />;
  }
  const projects = data?.projects ?? [];
  const project = p ?? projects[0]?.id;
  return (
    <div className="headed">
      {project !== undefined && (
        <KeyList key={project} projectId={project}>
          <ProjectChoice
            projects={projects}
            chosen={project}
            onChoose={(id) => change({ p: id })}
          />
        </KeyList>
      )}
    </div>
  );
}

interface ProjectChoiceProps {
  readonly projects: readonly ListedProject[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

function ProjectChoice({ projects, chosen, onChoose }: ProjectChoiceProps): ReactElement {
  return (
    <label className="row">
      Project
      <select className="field" value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {projects.every(({ id }) => id !== chosen) && <option value={chosen}>{chosen}</option>}
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const columns: readonly Column<ListedKey>[] = [
  {
    id: 'prefix',
    heading: 'Key',
    width: '110px',
    cell: ({ prefix }) => <span className="mono">{prefix}…</span>,
  },
  {
    id: 'name',
    heading: 'Name',
    width: 'minmax(100px, 1fr)',
    cell: ({ name = '' }) => <MarkedText text={name} />,
  },
  {
    id: 'permissions',
    heading: 'Permissions',
    width: 'minmax(140px, 2fr)',
    cell: ({ permissions }) => (
      <span className="quiet" title={permissions.join(', ')}>
        {permissions.join(', ')}
      </span>
    ),
  },
  {
    id: 'created',
    heading: 'Created',
    width: '100px',
    cell: ({ created_at }) => <span title={created_at}>{created_at.slice(0, 10)}</span>,
  },
  {
    id: 'state',
    heading: 'State',
    width: '150px',
    cell: ({ revoked_at }) =>
      revoked_at === undefined ? (
        'in use'
      ) : (
        <span className="faint" title={revoked_at}>
          revoked {revoked_at.slice(0, 10)}
        </span>
      ),
  },
];

interface KeyListProps {
  readonly projectId: string;
  /** Content that is shown before the button that creates a key. */
  readonly children: ReactElement;
}

/** The keys of a project, with actions to create and revoke keys. */
function KeyList({ projectId, children }: KeyListProps): ReactElement {
  const [opened, setOpened] = useState<ListedKey>();
  const [isAdding, setAdding] = useState(false);
  const [newKey, setNewKey] = useState<string>();
  const load: LoadPage<ListedKey> = (_next, signal) => loadKeys(projectId, signal);
  const { pages, readAt, reload } = useReloadedPages(load, projectId);
  return (
    <>
      <div>
        <OfflineBar readAt={readAt} onRetry={reload} />
        <div className={styles['line']}>
          {children}
          <button type="button" className="button push" onClick={() => setAdding(true)}>
            New key
          </button>
        </div>
      </div>
      <ListView
        name="Keys"
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={(key) => key.revoked_at === undefined && setOpened(key)}
        onReload={reload}
        empty={<Message title="The project has no key." />}
      />
      {isAdding && (
        <NewKey
          projectId={projectId}
          onClose={() => setAdding(false)}
          onMade={(text) => {
            setAdding(false);
            setNewKey(text);
            reload();
          }}
        />
      )}
      {newKey !== undefined && <NewKeyText text={newKey} onClose={() => setNewKey(undefined)} />}
      {opened !== undefined && (
        <RevokeKey
          revoked={opened}
          onClose={() => setOpened(undefined)}
          onRevoked={() => {
            setOpened(undefined);
            reload();
          }}
        />
      )}
    </>
  );
}

async function loadKeys(projectId: string, signal: AbortSignal) {
  const answer = await callAsAdmin<{ readonly keys: readonly ListedKey[] }>(
    `/admin/keys?project_id=${projectId}`,
    { signal },
  );
  return { rows: answer.keys };
}

interface RevokeKeyProps {
  readonly revoked: ListedKey;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

/** Dialog that revokes a key after the user has typed the key's first characters. */
function RevokeKey({ revoked, onClose, onRevoked }: RevokeKeyProps): ReactElement {
  const { id, prefix, name } = revoked;
  const submit = async () => {
    await callAsAdmin(`/admin/keys/${id}`, { method: 'DELETE' });
    onRevoked();
  };
  return (
    <FormDialog title="Revoke the key" action="Revoke" onClose={onClose} onSubmit={submit}>
      <p className="quiet">
        Programs that use <span className="mono">{prefix}…</span>
        {name !== undefined && ` (${name})`} are refused from now on. This cannot be undone.
      </p>
      <label>
        Type {prefix} to confirm
        <input
          className="field mono"
          name="confirmation"
          pattern={prefix}
          title={`Type ${prefix}.`}
          autoComplete="off"
          required
        />
      </label>
    </FormDialog>
  );
}

interface NewKeyProps {
  readonly projectId: string;
  readonly onClose: () => void;
  /** Called with the new key. */
  readonly onMade: (text: string) => void;
}

/** Dialog that creates a key for a project. */
function NewKey({ projectId, onClose, onMade }: NewKeyProps): ReactElement {
  const submit = async (form: FormData) => {
    const name = String(form.get('name')).trim();
    const { key } = await callAsAdmin<{ readonly key: string }>('/admin/keys', {
      body: {
        project_id: projectId,
        ...(name !== '' && { name }),
        permissions: form.getAll('permissions'),
      },
    });
    onMade(key);
  };
  return (
    <FormDialog title="New key" action="Create" onClose={onClose} onSubmit={submit}>
      <label>
        Name
        <input className="field" name="name" maxLength={200} placeholder="what will use it" />
      </label>
      <fieldset className={styles['checks']}>
        <legend>Permissions</legend>
        {permissions.map((permission) => (
          <label key={permission} className="check">
            <input name="permissions" type="checkbox" value={permission} defaultChecked />
            {permission}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
