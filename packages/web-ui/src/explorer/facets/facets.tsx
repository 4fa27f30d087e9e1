import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { aggregate, type Facet } from '../../api/aggregate.js';
import type { Json } from '../../api/shown-span.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { chosenValues, type FieldRef, toggleValue } from '../../filter-bar/toggle-condition.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import { ShortProblem } from '../../parts/answers/answer-states.js';
import { useKeptAnswer } from '../../parts/answers/use-kept-answer.js';
import { Button, PlainButton } from '../../parts/button.js';
import { useStore } from '../../parts/store.js';
import { tieValue } from '../../parts/values/shown-value.js';
import { ValueButton } from '../../parts/values/value-button.js';
import { nameOfValue, writeJson } from '../../parts/values/write-json.js';
import { MarkedText, writeCount, writeCounted } from '../../parts/values/write-value.js';
import type { Bounds } from '../../url/time-window.js';
import { useSearchParameters } from '../../url/use-search.js';
import { attributeIn } from '../columns/attribute-names.js';
import { shownValue } from '../columns/span-values.js';
import { isSearchEnded } from '../use-search-control.js';
import { addedFacets } from './added-facets.js';
import styles from './facets.module.css';

const LIMIT = 8;
const PERCENT = 100;

interface NamedField extends FieldRef {
  readonly name: string;
  /** Removes the facet. Absent for built-in facets. */
  readonly onRemove?: () => void;
}

const standardFields: readonly NamedField[] = [
  { name: 'Status', field: 'status_code' },
  { name: 'Type', field: 'span_type' },
  { name: 'Service', field: 'service_name' },
  { name: 'Model', field: 'attributes', key: 'ag.meta.response.model' },
  { name: 'Name', field: 'span_name' },
  { name: 'User', field: 'attributes', key: 'ag.user.id' },
  { name: 'Session', field: 'attributes', key: 'ag.session.id' },
  { name: 'Agent', field: 'attributes', key: 'ag.agent.id' },
];

interface FacetsProps {
  readonly filtering: Filtering | undefined;
  readonly bounds: Bounds;
  /** Time at which the user last ran the filter. */
  readonly runAt: string;
  /** True once the values may be requested. */
  readonly mayBegin: boolean;
}

const unreadValues = 'The values could not be read';

/** Shows the most frequent values of several fields in the matching spans. Clicking a value adds it to the filter. */
export function Facets({ filtering, bounds, runAt, mayBegin }: FacetsProps): ReactElement {
  const [{ f, q = '', w = '' }, change] = useSearchParameters();
  const added = addedFacets(f);
  const more = added.all.map(({ name, fieldRef }) => ({
    ...fieldRef,
    name: fieldRef.key,
    onRemove: () => change({ f: added.without(name) }),
  }));
  const fieldRefs: readonly NamedField[] = [...standardFields, ...more];
  const request = {
    ...(filtering && { filtering }),
    windowing: bounds,
    measures: ['count'],
    limit: LIMIT,
    facets: fieldRefs.map(({ field, key }) => ({ field, ...(key !== undefined && { key }) })),
  };
  const query = useQuery({
    queryKey: ['facets', filtering, bounds, f, runAt],
    enabled: mayBegin,
    queryFn: ({ signal }) => aggregate(request, signal),
    placeholderData: (before) => before,
  });
  const { data, error } = useKeptAnswer(query, `${q} ${w} ${f}`);
  const { isPlaceholderData, fetchStatus, refetch } = query;
  // The values of the previous filter stay visible until new values arrive, unless the search was cancelled.
  const isEnded = useStore(isSearchEnded) && fetchStatus === 'idle';
  const values = isPlaceholderData && isEnded ? undefined : data?.facets;
  const toggle = ({ field, key }: FieldRef, value: Json) => {
    const fieldRef = key === undefined ? { field } : { field, key };
    const next = toggleValue(filtering, fieldRef, value);
    change({ q: next && writeFilterText(next) }, 'push');
  };
  return (
    <aside className={styles['facets']} aria-label="Facets">
      {fieldRefs.map((fieldRef) => {
        // The facet is found by its field and not by its index, because the values of a previous request may belong to
        // other fields.
        const facet = values?.find(
          ({ field, key }) => field === fieldRef.field && key === fieldRef.key,
        );
        return (
          facet !== undefined &&
          (facet.values.length > 0 || fieldRef.onRemove !== undefined) && (
            <FacetGroup
              key={`${fieldRef.field} ${fieldRef.key}`}
              fieldRef={fieldRef}
              facet={facet}
              chosen={chosenValues(filtering, fieldRef)}
              onToggle={(value) => toggle(fieldRef, value)}
            />
          )
        );
      })}
      {error !== null && (
        <ShortProblem what={unreadValues} error={error} retry={() => void refetch()} />
      )}
      <AddFacet onAdd={(name) => change({ f: added.with(name) })} />
    </aside>
  );
}

interface FacetGroupProps {
  readonly fieldRef: NamedField;
  readonly facet: Facet;
  readonly chosen: readonly Json[];
  readonly onToggle: (value: Json) => void;
}

function FacetGroup({ fieldRef, facet, chosen, onToggle }: FacetGroupProps): ReactElement {
  const { name, onRemove, ...where } = fieldRef;
  const most = Math.max(...facet.values.map(({ count }) => count));
  return (
    <fieldset>
      <legend>
        <MarkedText text={name} />
        {onRemove !== undefined && (
          <button
            type="button"
            className="icon"
            aria-label={`Remove the facet ${name}`}
            onClick={onRemove}
          >
            ×
          </button>
        )}
      </legend>
      {facet.values.length === 0 && <p className="faint">No span has it.</p>}
      {facet.values.map(({ value, count }) => (
        <div key={writeJson(value)} ref={tieValue(shownValue(name, where, value))} data-value>
          <label>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
            />
            <span className="cut" title={nameOfValue(value)}>
              <MarkedText text={nameOfValue(value)} />
            </span>
            <span className="faint num">{writeCount(count)}</span>
            <span className={styles['bar']} aria-hidden="true">
              <i style={{ width: `${(PERCENT * count) / most}%` }} />
            </span>
          </label>
          <FacetButton name={name} fieldRef={where} value={value} />
        </div>
      ))}
      {facet.others.values > 0 && (
        <p className="faint">
          {writeCounted(facet.others.values, 'other')}, {writeCounted(facet.others.count, 'span')}
        </p>
      )}
    </fieldset>
  );
}

interface FacetButtonProps {
  readonly name: string;
  readonly fieldRef: FieldRef;
  readonly value: Json;
}

function FacetButton({ name, fieldRef, value }: FacetButtonProps): ReactElement | null {
  const shown = shownValue(name, fieldRef, value);
  return shown === undefined ? null : <ValueButton shown={shown} />;
}

/** Form that adds a facet for an attribute. */
function AddFacet({ onAdd }: { readonly onAdd: (name: string) => void }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return <PlainButton onClick={() => setOpen(true)}>+ Add facet</PlainButton>;
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = attributeIn(event.currentTarget);
    if (name !== undefined) {
      onAdd(name);
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
        // biome-ignore lint/a11y/noAutofocus: The form replaces the button that had the focus.
        autoFocus
      />
      <Button type="submit">Add facet</Button>
    </form>
  );
}
