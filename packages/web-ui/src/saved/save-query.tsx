import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useEffect, useMemo, useState } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useProject } from '../api/use-project.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { loadSavedQueries } from '../filter-bar/load-saved-queries.js';
import { openSave } from '../filter-bar/menu/open-save.js';
import type { SavedQuery } from '../filter-bar/saved-query.js';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import dialog from '../parts/dialog.module.css';
import { useSearchParameters } from '../url/use-search.js';
import { contentOf, type QueryView, saveQuery } from './write-query.js';

interface SaveQueryProps {
  readonly filtering: Filtering | undefined;
  /** What is saved beside the filter and the window. */
  readonly view: QueryView;
  readonly onSaved?: (query: SavedQuery) => void;
}

/** The button that keeps the filter and the window under a name. */
export function SaveQuery({ filtering, view, onSaved }: SaveQueryProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState('');
  const project = useProject();
  const mayEdit = project?.permissions.includes('edit_queries') ?? true;
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Saved queries',
      keys: [{ key: 's', meaning: 'Save the query', act: () => setOpen(mayEdit) }],
    }),
    [mayEdit],
  );
  usePageKeys(keys);
  useEffect(() => {
    openSave.set(mayEdit ? () => setOpen(true) : undefined);
    return () => openSave.set(undefined);
  }, [mayEdit]);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <span role="status" className="quiet">
        {saved !== '' && `Saved as ${saved} `}
      </span>
      <Button className="button plain" isDisabled={!mayEdit}>
        Save
      </Button>
      <ModalOverlay className={dialog['overlay'] ?? ''} isDismissable>
        <Modal className={dialog['modal'] ?? ''}>
          <Dialog>
            <Heading slot="title">Save the query</Heading>
            <SaveForm
              {...{ filtering, view }}
              onSaved={(name, query) => {
                setSaved(name);
                setOpen(false);
                if (query !== undefined) {
                  onSaved?.(query);
                }
              }}
            />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

interface SaveFormProps {
  readonly filtering: Filtering | undefined;
  readonly view: QueryView;
  readonly onSaved: (name: string, query: SavedQuery | undefined) => void;
}

function SaveForm({ filtering, view, onSaved }: SaveFormProps): ReactElement {
  const [{ w = '' }] = useSearchParameters();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const answers = useQueryClient();
  const { data: saved = [] } = useQuery({
    queryKey: ['saved queries', MAX_KNOWN],
    queryFn: ({ signal }) => loadSavedQueries(MAX_KNOWN, signal),
    staleTime: 0,
  });
  const same = saved.find((query) => query.name === name.trim());
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    try {
      const query = await saveQuery(contentOf(filtering, w, view), { name: name.trim(), same });
      void answers.invalidateQueries({ queryKey: ['saved queries'] });
      onSaved(name.trim(), query);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form className={dialog['form']} onSubmit={(event) => void submit(event)}>
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
          // biome-ignore lint/a11y/noAutofocus: The dialog asks for nothing else.
          autoFocus
        />
      </label>
      <p role="status" className="quiet">
        {same !== undefined && 'A query with this name exists. It gets a new version.'}
      </p>
      <p role="alert" className="bad">
        {problem}
      </p>
      <button type="submit" className="button main">
        Save
      </button>
    </form>
  );
}

const MAX_KNOWN = 200;
