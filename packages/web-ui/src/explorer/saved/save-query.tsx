import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { useProject } from '../../api/use-project.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { loadSavedQueries } from '../../filter-bar/load-saved-queries.js';
import { openSave } from '../../filter-bar/menu/open-save.js';
import type { SavedQuery } from '../../filter-bar/saved-query.js';
import { PlainButton } from '../../parts/button.js';
import { FormDialog } from '../../parts/dialogs/open-dialog.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { useSearchParameters } from '../../url/use-search.js';
import { contentOf, type QueryView, saveQuery } from './write-query.js';

interface SaveQueryProps {
  readonly filtering: Filtering | undefined;
  /** The view settings that are saved together with the filter and the window. */
  readonly view: QueryView;
  readonly onSaved?: (query: SavedQuery) => void;
}

/** Button that saves the filter and the window under a name. */
export function SaveQuery({ filtering, view, onSaved }: SaveQueryProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState('');
  const project = useProject();
  const mayEdit = project?.permissions.includes('edit_queries') ?? true;
  usePageKeys('Saved queries', [
    { key: 's', meaning: 'Save the query', act: () => setOpen(mayEdit) },
  ]);
  useEffect(() => {
    openSave.set(mayEdit ? () => setOpen(true) : undefined);
    return () => openSave.set(undefined);
  }, [mayEdit]);
  return (
    <>
      <span role="status" className="quiet">
        {saved !== '' && `Saved as ${saved} `}
      </span>
      <PlainButton aria-haspopup="dialog" disabled={!mayEdit} onClick={() => setOpen(true)}>
        Save
      </PlainButton>
      {isOpen && (
        <SaveForm
          {...{ filtering, view }}
          onClose={() => setOpen(false)}
          onSaved={(name, query) => {
            setSaved(name);
            setOpen(false);
            if (query !== undefined) {
              onSaved?.(query);
            }
          }}
        />
      )}
    </>
  );
}

interface SaveFormProps {
  readonly filtering: Filtering | undefined;
  readonly view: QueryView;
  readonly onClose: () => void;
  readonly onSaved: (name: string, query: SavedQuery | undefined) => void;
}

function SaveForm({ filtering, view, onClose, onSaved }: SaveFormProps): ReactElement {
  const [{ w = '' }] = useSearchParameters();
  const [name, setName] = useState('');
  const answers = useQueryClient();
  const mayView = useProject()?.permissions.includes('view_queries') ?? true;
  const { data: saved, refetch } = useQuery({
    queryKey: ['saved queries', MAX_KNOWN],
    queryFn: ({ signal }) => loadSavedQueries(MAX_KNOWN, signal),
    staleTime: 0,
  });
  const findSame = (queries: typeof saved) => queries?.find((query) => query.name === name.trim());
  const submit = async () => {
    const { data } = await refetch({ cancelRefetch: false, throwOnError: mayView });
    const options = { name: name.trim(), same: findSame(data) };
    const query = await saveQuery(contentOf(filtering, w, view), options);
    void answers.invalidateQueries({ queryKey: ['saved queries'] });
    onSaved(name.trim(), query);
  };
  return (
    <FormDialog title="Save the query" action="Save" onClose={onClose} onSubmit={submit}>
      <label>
        Name
        <input
          className="field"
          name="name"
          required
          maxLength={200}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <p role="status" className="quiet">
        {findSame(saved) && 'A query with this name exists. It gets a new version.'}
      </p>
    </FormDialog>
  );
}

const MAX_KNOWN = 200;
