import type { ReactElement } from 'react';
import { FormDialog } from '../parts/dialogs/form-dialog.js';
import type { ListedKey } from './admin-answers.js';
import { callAsAdmin } from './admin-key.js';

interface RevokeKeyProps {
  readonly revoked: ListedKey;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

/** Revokes a key once its first characters are typed. */
export function RevokeKey({ revoked, onClose, onRevoked }: RevokeKeyProps): ReactElement {
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
