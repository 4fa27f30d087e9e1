import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactElement } from 'react';
import { apiKey, chooseKey } from '../api/credentials.js';
import { keyForm } from '../api/key-form-state.js';
import styles from './key-form.module.css';

/** Form that asks for an API key after the service has refused a request. */
export function KeyForm({ refusal }: { readonly refusal: string }): ReactElement {
  const queries = useQueryClient();
  const wasRefused = apiKey.get() !== undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const key = String(form.get('key') ?? '').trim();
    if (key !== '') {
      chooseKey(key, form.get('keep') === null ? 'tab' : 'device');
      keyForm.set(undefined);
      void queries.resetQueries();
    }
  };
  return (
    <main id="main" className={styles['room']} tabIndex={-1}>
      <form className={styles['form']} onSubmit={submit}>
        <h1>This project needs a key</h1>
        <p className="quiet">
          The key is sent in a header, and kept in this tab only, unless you ask for more.
        </p>
        <p role="alert" className="bad">
          {wasRefused ? `The service refused the key: ${refusal}` : ''}
        </p>
        <label>
          API key
          <input
            className="field mono"
            name="key"
            type="text"
            autoComplete="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: Nothing else can be done without a key, and the focus is lost when a key is refused.
            autoFocus
            required
          />
        </label>
        <label className="check">
          <input name="keep" type="checkbox" /> Remember on this device
        </label>
        <button className="button main" type="submit">
          Use key
        </button>
      </form>
    </main>
  );
}
