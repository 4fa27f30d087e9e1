import type { ReactElement } from 'react';
import { apiKey, forgetKey, isKeyRemembered } from '../api/credentials.js';
import { Button } from '../parts/button.js';
import { type Store, useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { Page } from './page.js';
import styles from './settings.module.css';

/** Page for the settings of this device. */
export function SettingsPage(): ReactElement {
  return (
    <Page title="Settings">
      <div className={styles['page']}>
        <Choice
          legend="Theme"
          store={settings.theme}
          options={{ system: 'Same as the system', light: 'Light', dark: 'Dark' }}
        />
        <Choice
          legend="Times"
          store={settings.timeZone}
          options={{ local: 'Local time', utc: 'UTC' }}
        />
        <Choice
          legend="Density"
          store={settings.density}
          options={{ normal: 'Normal', compact: 'Compact', roomy: 'Roomy' }}
        />
        <Choice
          legend="Single-letter keys"
          store={settings.singleKeys}
          options={{ on: 'On', off: 'Off: only keys such as Enter and the arrow keys act' }}
        />
        <KeyOfTab />
      </div>
    </Page>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly store: Store<Value>;
  readonly options: Readonly<Record<Value, string>>;
}

function Choice<Value extends string>({
  legend,
  store,
  options,
}: ChoiceProps<Value>): ReactElement {
  const value = useStore(store);
  return (
    <fieldset className={styles['group']}>
      <legend>{legend}</legend>
      {(Object.entries(options) as [Value, string][]).map(([option, text]) => (
        <label key={option} className="row">
          <input
            type="radio"
            name={legend}
            checked={option === value}
            onChange={() => store.set(option)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

function KeyOfTab(): ReactElement {
  const key = useStore(apiKey);
  const storage = isKeyRemembered() ? 'remembered on this device' : 'kept in this tab';
  return (
    <section className={styles['group']}>
      <h2>API key</h2>
      {key === undefined ? (
        <p className="quiet">No key is in use.</p>
      ) : (
        <p className="quiet">
          <span className="mono">{key.slice(0, 6)}…</span> is {storage}.{' '}
          <Button onClick={forgetKey}>Forget the key</Button>
        </p>
      )}
    </section>
  );
}
