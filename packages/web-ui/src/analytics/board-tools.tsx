import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { attributeIn } from '../explorer/columns/attribute-names.js';
import { keysBeginning } from '../filter-bar/load-completions.js';
import { loadSavedQueries } from '../filter-bar/load-saved-queries.js';
import { boardOf, linkOfQuery } from '../filter-bar/saved-query.js';
import { Button } from '../parts/button.js';
import { ActionMenu } from '../parts/values/action-items.js';
import styles from './board.module.css';
import { type ChosenChart, presets } from './board-choice.js';
import { chartKinds, heatId, tableId } from './charts/chart-kinds.js';
import { groupFields, noGroup } from './group-fields.js';

const MAX_SAVED = 200;

/** Menu that opens a predefined or saved board. */
export function BoardPicker({ name }: { readonly name: string }) {
  const navigate = useNavigate();
  const { data: saved = [] } = useQuery({
    queryKey: ['saved queries', MAX_SAVED],
    queryFn: ({ signal }) => loadSavedQueries(MAX_SAVED, signal),
  });
  const own = saved.filter((query) => boardOf(query) !== undefined);
  const picks = [
    ...presets.map(({ slug, name: preset }) => ({
      id: slug,
      meaning: preset,
      act: () =>
        void navigate({
          to: `/analytics/${slug}`,
          search: ({ q, w }: { q?: string; w?: string }) => ({ q, w }),
        } as never),
    })),
    ...own.map((query) => ({
      id: query.id,
      meaning: query.name ?? query.slug,
      act: () => void navigate(linkOfQuery(query)),
    })),
  ];
  return <ActionMenu label={`Board: ${name}`} word={`${name} ▾`} actions={picks} />;
}

/** Menu that appends a chart to the board. */
export function AddChart({ onAdd }: { readonly onAdd: (chart: ChosenChart) => void }) {
  const kinds = Object.entries(chartKinds).map(([id, { titles }]) => ({
    id,
    meaning: titles.trace,
  }));
  const picks = [
    ...kinds,
    { id: heatId, meaning: 'Heat map of durations' },
    { id: tableId, meaning: 'Table of groups' },
  ].map((pick) => ({ ...pick, act: () => onAdd({ id: pick.id, isGrouped: false }) }));
  return <ActionMenu label="Add a chart" word="+ Chart" actions={picks} />;
}

/** Value of the menu entry that opens the form for an attribute. */
const other = 'other';

interface GroupPickerProps {
  readonly chosen: string;
  readonly onChoose: (group: string) => void;
}

/** Menu for choosing the grouping: none, a field, or any attribute. */
export function GroupPicker({ chosen, onChoose }: GroupPickerProps) {
  const [isAsking, setAsking] = useState(false);
  const isKnown = chosen === noGroup || groupFields.some(({ id }) => id === chosen);
  const choose = (value: string) => {
    setAsking(value === other);
    if (value !== other) {
      onChoose(value);
    }
  };
  return (
    <>
      <label>
        Group by{' '}
        <select
          className="field"
          value={isAsking ? other : chosen}
          onChange={({ target }) => choose(target.value)}
        >
          <option value={noGroup}>Nothing</option>
          {groupFields.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {!isKnown && <option value={chosen}>{chosen}</option>}
          <option value={other}>Attribute …</option>
        </select>
      </label>
      {isAsking && <AttributeForm onChoose={choose} onClose={() => setAsking(false)} />}
    </>
  );
}

interface AttributeFormProps {
  readonly onChoose: (name: string) => void;
  readonly onClose: () => void;
}

/** Form for an attribute name. It suggests the most frequent attributes. */
function AttributeForm({ onChoose, onClose }: AttributeFormProps) {
  const { data = [] } = useQuery({
    queryKey: ['attribute keys'],
    queryFn: ({ signal }) => keysBeginning('.', { bounds: {}, signal }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = attributeIn(event.currentTarget);
    if (name !== undefined) {
      onChoose(name);
    }
  };
  return (
    <form
      className={styles['attribute']}
      onSubmit={submit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <input
        className="field mono"
        name="attribute"
        aria-label="Attribute"
        placeholder=".customer.tier"
        list="group-attributes"
        spellCheck={false}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: The user opened this form to enter an attribute.
        autoFocus
      />
      <datalist id="group-attributes">
        {data.map(({ text }) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <Button type="submit">Group</Button>
    </form>
  );
}
