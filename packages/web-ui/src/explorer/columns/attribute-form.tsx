import type { FormEvent, ReactElement, ReactNode } from 'react';
import { Button } from '../../parts/button.js';
import { parseAttributeName } from './attribute-names.js';

interface AttributeFormProps {
  readonly className: string | undefined;
  /** Accessible name of the field. */
  readonly label: string;
  /** Text of the button. */
  readonly action: string;
  /** Called with the name; undefined for an empty field. */
  readonly onChoose: (name: string | undefined) => void;
  readonly onClose: () => void;
  /** Id of a list of suggestions. */
  readonly list?: string;
  readonly children?: ReactNode;
}

/** Form for the name of an attribute. Escape closes it. */
export function AttributeForm(props: AttributeFormProps): ReactElement {
  const { className, label, action, onChoose, onClose, list, children } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChoose(attributeIn(event.currentTarget));
  };
  return (
    <form
      className={className}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <input
        className="field mono"
        name="attribute"
        aria-label={label}
        placeholder=".customer.tier"
        list={list}
        spellCheck={false}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: The user opened the form to type the name.
        autoFocus
      />
      {children}
      <Button type="submit">{action}</Button>
    </form>
  );
}

/** Returns the attribute that a form names. A name without a prefix is an own attribute of the spans. */
export function attributeIn(form: HTMLFormElement): string | undefined {
  const typed = String(new FormData(form).get('attribute')).trim();
  const name = parseAttributeName(typed) === undefined ? `.${typed}` : typed;
  return typed === '' ? undefined : name;
}
