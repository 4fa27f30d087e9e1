import type { ReactElement } from 'react';
import { useProject } from '../api/use-project.js';
import { addressesOf, snippets, writeSnippet } from '../ingest/start/snippets.js';
import { Button, CopyButton } from '../parts/button.js';
import { OpenDialog } from '../parts/dialogs/open-dialog.js';
import styles from './admin.module.css';

interface NewKeyTextProps {
  readonly text: string;
  readonly onClose: () => void;
}

/** Shows a new key, with instructions for using it in programs. The key cannot be shown again. */
export function NewKeyText({ text, onClose }: NewKeyTextProps): ReactElement {
  const project = useProject();
  const addresses = { ...addressesOf(project, window.location.origin), needsKey: true };
  return (
    <OpenDialog title="The new key" onClose={onClose}>
      <div className={styles['secret']}>
        <p className="quiet">Copy it now: it is not shown again.</p>
        <Copied text={text} what="the key" />
        {snippets.map((snippet) => (
          <details key={snippet.name}>
            <summary>{snippet.name}</summary>
            <Copied
              text={writeSnippet(snippet, addresses).replaceAll('<key>', text)}
              what={`the snippet for ${snippet.name}`}
            />
          </details>
        ))}
        <Button className="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </OpenDialog>
  );
}

function Copied({ text, what }: { readonly text: string; readonly what: string }): ReactElement {
  return (
    <div className={styles['copied']}>
      <pre className="mono">{text}</pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
