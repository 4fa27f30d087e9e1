import type { ProjectUsage } from '@spanhouse/span-schema/api';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call } from '../api/call.js';
import { useProject } from '../api/use-project.js';
import { ShortProblem } from '../parts/answers/short-problem.js';
import { FormDialog } from '../parts/dialogs/form-dialog.js';
import styles from './admin.module.css';
import type { ListedProject } from './admin-answers.js';
import { callAsAdmin } from './admin-key.js';

interface EditProjectProps {
  readonly project: ListedProject;
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

/** Form for the name of a project and the retention of its future spans. */
export function EditProject({ project, onClose, onKeys }: EditProjectProps): ReactElement {
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
        <button type="button" className="button" onClick={onKeys}>
          Show its keys
        </button>
      </p>
    </FormDialog>
  );
}

const SHOWN_DAYS = 7;

/** Spans of the last days. The service returns these counts only to a key of the project. */
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
