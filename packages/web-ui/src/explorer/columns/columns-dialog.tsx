import type { FormEvent, KeyboardEvent, ReactElement } from 'react';
import { Button, PlainButton } from '../../parts/button.js';
import { OpenDialog } from '../../parts/dialogs/open-dialog.js';
import type { Column } from '../../parts/lists/row-grid.js';
import { MarkedText } from '../../parts/values/write-value.js';
import { attributeIn } from './attribute-names.js';
import { type ChosenColumn, MAX_WIDTH, MIN_WIDTH, moveColumn } from './column-choice.js';
import styles from './columns-dialog.module.css';
import type { ChosenColumns } from './use-columns.js';

interface ColumnsDialogProps {
  readonly all: readonly ColumnName[];
  readonly chosen: Choice;
  readonly onClose: () => void;
}

type ColumnName = Pick<Column<unknown>, 'id' | 'heading'>;

/** The chosen columns of a list, regardless of the type of its rows. */
interface Choice extends Pick<ChosenColumns<unknown>, 'chosen' | 'change' | 'reset'> {
  readonly columns: readonly ColumnName[];
}

/** Dialog for choosing, ordering and resizing the columns of a list. Changes apply immediately. */
export function ColumnsDialog(props: ColumnsDialogProps): ReactElement {
  const { all, chosen: state, onClose } = props;
  const { chosen, columns, change, reset } = state;
  const others = all.filter(({ id }) => chosen.every((one) => one.id !== id));
  const headingOf = (id: string) => columns.find((one) => one.id === id)?.heading ?? id;
  return (
    <OpenDialog title="Columns" onClose={onClose}>
      <ol className={styles['chosen']} aria-label="Shown columns">
        {chosen.map((column) => (
          <ShownColumn
            key={column.id}
            column={column}
            heading={headingOf(column.id)}
            chosen={chosen}
            onChange={change}
          />
        ))}
      </ol>
      <fieldset className={styles['others']}>
        <legend>More columns</legend>
        {others.map(({ id, heading }) => (
          <Button key={id} onClick={() => change([...chosen, { id }])}>
            + {heading}
          </Button>
        ))}
      </fieldset>
      <AddAttribute onAdd={(id) => change([...chosen.filter((one) => one.id !== id), { id }])} />
      <p className={styles['end']}>
        <PlainButton onClick={reset}>Standard columns</PlainButton>
        <Button className="main" onClick={onClose}>
          Done
        </Button>
      </p>
    </OpenDialog>
  );
}

interface ShownColumnProps {
  readonly column: ChosenColumn;
  readonly heading: string;
  readonly chosen: readonly ChosenColumn[];
  readonly onChange: (next: readonly ChosenColumn[]) => void;
}

function ShownColumn({ column, heading, chosen, onChange }: ShownColumnProps): ReactElement {
  const { id, width } = column;
  const move = (by: number) => onChange(moveColumn(chosen, id, by));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && by !== undefined) {
      event.preventDefault();
      move(by);
    }
  };
  const resize = (text: string) => {
    const size = Number(text);
    const next = text === '' || !Number.isFinite(size) ? { id } : { id, width: size };
    onChange(chosen.map((one) => (one.id === id ? next : one)));
  };
  return (
    <li onKeyDown={onKeyDown}>
      <span className="cut">
        <MarkedText text={heading} />
      </span>
      <input
        key={width}
        className="field num"
        type="number"
        min={MIN_WIDTH}
        max={MAX_WIDTH}
        step={10}
        placeholder="auto"
        aria-label={`Width of ${heading} in pixels`}
        defaultValue={width ?? ''}
        onBlur={({ target }) => resize(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && resize(event.currentTarget.value)}
      />
      <PlainButton aria-label={`Move ${heading} to the left`} onClick={() => move(-1)}>
        ↑
      </PlainButton>
      <PlainButton aria-label={`Move ${heading} to the right`} onClick={() => move(1)}>
        ↓
      </PlainButton>
      <PlainButton
        aria-label={`Hide ${heading}`}
        disabled={chosen.length === 1}
        onClick={() => onChange(chosen.filter((one) => one.id !== id))}
      >
        ×
      </PlainButton>
    </li>
  );
}

function AddAttribute({ onAdd }: { readonly onAdd: (name: string) => void }): ReactElement {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = attributeIn(form);
    if (name !== undefined) {
      onAdd(name);
      form.reset();
    }
  };
  return (
    <form className={styles['add']} onSubmit={submit}>
      <label>
        Attribute
        <input
          className="field mono"
          name="attribute"
          placeholder=".customer.tier or resource.host.name"
          spellCheck={false}
          autoComplete="off"
        />
      </label>
      <Button type="submit">Add column</Button>
    </form>
  );
}
