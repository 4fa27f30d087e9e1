import type { ReactElement } from 'react';
import { FormDialog } from '../parts/dialogs/form-dialog.js';
import styles from './admin.module.css';
import { permissions } from './admin-answers.js';
import { callAsAdmin } from './admin-key.js';

interface NewKeyProps {
  readonly projectId: string;
  readonly onClose: () => void;
  /** Called with the text of the new key. */
  readonly onMade: (text: string) => void;
}

/** Creates a key for a project. */
export function NewKey({ projectId, onClose, onMade }: NewKeyProps): ReactElement {
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
          <label key={permission}>
            <input name="permissions" type="checkbox" value={permission} defaultChecked />
            {permission}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
