import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Problem } from '../parts/answers/problem.js';
import { useKeptAnswer } from '../parts/answers/use-kept-answer.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './admin.module.css';
import type { ListedProject, ProjectsAnswer } from './admin-answers.js';
import { callAsAdmin } from './admin-key.js';
import { AdminPage } from './admin-page.js';
import { KeyList } from './key-list.js';

/** Maximum projects in the list of choices; the keys of others are shown on the page of their project. */
const MAX_CHOICES = 1000;

/** The keys of one project. Opening a key revokes it. */
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
  // The list of keys already reports that the service does not answer.
  const { data, error } = useKeptAnswer(query, 'projects');
  if (error !== null) {
    return <Problem error={error} onRetry={() => void query.refetch()} />;
  }
  const projects = data?.projects ?? [];
  const project = p ?? projects[0]?.id;
  return (
    <div className={styles['frame']}>
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
    <label className={styles['chooser']}>
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
