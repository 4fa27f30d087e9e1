import type { ReactElement } from 'react';
import { FormDialog } from '../parts/dialogs/form-dialog.js';
import { callAsAdmin } from './admin-key.js';

interface NewAccountProps {
  readonly onClose: () => void;
  /** Called with the text of the account's key. */
  readonly onMade: (key: string) => void;
}

interface AccountsAnswer {
  readonly accounts: Readonly<Record<string, { readonly api_keys?: { readonly key?: string } }>>;
}

/** Creates a user with a new project and a key for it. */
export function NewAccount({ onClose, onMade }: NewAccountProps): ReactElement {
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
