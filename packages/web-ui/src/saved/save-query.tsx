import { type FormEvent, type ReactElement, useMemo, useState } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { call } from '../api/call.js';
import { useProject } from '../api/use-project.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import dialog from '../parts/dialog.module.css';
import { defaultWindow, readTimeWindow, writeTimeWindow } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { slugFor } from './saved-query.js';

/** The button that keeps the filter and the window under a name. */
export function SaveQuery({ filtering }: { readonly filtering: Filtering | undefined }) {
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
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <span role="status" className="quiet">
        {saved !== '' && `Saved as ${saved} `}
      </span>
      <Button className="button" isDisabled={!mayEdit}>
        Save
      </Button>
      <ModalOverlay className={dialog['overlay'] ?? ''} isDismissable>
        <Modal className={dialog['modal'] ?? ''}>
          <Dialog>
            <Heading slot="title">Save the query</Heading>
            <SaveForm
              filtering={filtering}
              onSaved={(name) => {
                setSaved(name);
                setOpen(false);
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
  readonly onSaved: (name: string) => void;
}

function SaveForm({ filtering, onSaved }: SaveFormProps): ReactElement {
  const [{ w = '' }] = useSearchParameters();
  const [problem, setProblem] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    const window = readTimeWindow(w) ?? defaultWindow;
    const query = {
      slug: slugFor(name),
      name,
      data: { ...(filtering !== undefined && { filtering }) },
      meta: { ui: { window: writeTimeWindow(window), view: 'spans' } },
    };
    try {
      await call('/simple/queries/', { body: { query } });
      onSaved(name);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form className={dialog['form']} onSubmit={(event) => void submit(event)}>
      <label>
        Name
        {/* biome-ignore lint/a11y/noAutofocus: The dialog asks for nothing else. */}
        <input className="field" name="name" required maxLength={200} autoFocus />
      </label>
      <p role="alert" className="bad">
        {problem}
      </p>
      <button type="submit" className="button main">
        Save
      </button>
    </form>
  );
}
