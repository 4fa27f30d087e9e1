import { type FormEvent, type ReactElement, useState } from 'react';
import { parseAttributeName } from '../columns/attribute-names.js';
import styles from './facets.module.css';

interface AddFacetProps {
  /** Called with an attribute name such as `.customer.tier`. */
  readonly onAdd: (name: string) => void;
}

/** Form that asks for the attribute of an additional facet. */
export function AddFacet({ onAdd }: AddFacetProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <button type="button" className="button plain" onClick={() => setOpen(true)}>
        + Add facet
      </button>
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('attribute')).trim();
    if (typed !== '') {
      onAdd(parseAttributeName(typed) === undefined ? `.${typed}` : typed);
    }
    setOpen(false);
  };
  return (
    <form
      className={styles['add']}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <input
        className="field mono"
        name="attribute"
        aria-label="Attribute of the facet"
        placeholder=".customer.tier"
        spellCheck={false}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: The button that opened the form is gone.
        autoFocus
      />
      <button type="submit" className="button">
        Add facet
      </button>
    </form>
  );
}
