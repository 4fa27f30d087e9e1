import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { querySpans, queryTraceSpans } from '../api/query-spans.js';
import { Problem } from '../parts/answers/answer-states.js';
import { Button, PlainButton } from '../parts/button.js';
import { markedTraces } from '../parts/lists/mark-to-compare.js';
import { useStore } from '../parts/store.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './compare.module.css';

const traceIdForm = '[0-9a-fA-F]{32}';

/**
 * A form in which the user chooses the two traces to compare. The user can enter an id, choose a marked trace, or
 * choose the last successful trace before A.
 */
export function PickTraces({ a, b }: { readonly a: string; readonly b: string }): ReactElement {
  const [, change] = useSearchParameters();
  const [idA, setA] = useState(a);
  const [idB, setB] = useState(b);
  const [isMissing, setMissing] = useState(false);
  const compare = (one: string, other: string) =>
    change({ a: one, b: other, pick: undefined, s: undefined }, 'push');
  const before = useMutation({
    mutationFn: loadLastSuccessful,
    onSuccess: (found) => (found === undefined ? setMissing(true) : compare(idA, found)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    compare(idA.trim().toLowerCase(), idB.trim().toLowerCase());
  };
  return (
    <form className={styles['pick']} aria-label="Pick traces" onSubmit={submit}>
      <IdField label="Trace A" value={idA} onChange={setA} />
      <IdField label="Trace B" value={idB} onChange={setB} />
      <span className={styles['picks']}>
        <Button type="submit" className="main">
          Compare
        </Button>
        <Button
          disabled={idA === '' || before.isPending}
          onClick={() => {
            setMissing(false);
            before.mutate(idA.trim().toLowerCase());
          }}
        >
          The last successful trace with this name before A
        </Button>
      </span>
      {isMissing && (
        <p role="status" className="quiet">
          No trace with this name succeeded before A.
        </p>
      )}
      {before.error !== null && <Problem error={before.error} onRetry={() => before.mutate(idA)} />}
      <MarkedTraces onA={setA} onB={setB} />
    </form>
  );
}

interface IdFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function IdField({ label, value, onChange }: IdFieldProps): ReactElement {
  return (
    <label className={styles['field']}>
      <span>{label}</span>
      <input
        className="field mono"
        value={value}
        required
        pattern={`\\s*${traceIdForm}\\s*`}
        title="32 hexadecimal digits"
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

interface MarkedTracesProps {
  readonly onA: (traceId: string) => void;
  readonly onB: (traceId: string) => void;
}

function MarkedTraces({ onA, onB }: MarkedTracesProps): ReactElement {
  const marked = useStore(markedTraces);
  if (marked.length === 0) {
    return (
      <p className="quiet">
        Or mark rows with <kbd>x</kbd> in the explorer, and compare two of them with <kbd>m</kbd>.
      </p>
    );
  }
  return (
    <ul className={styles['marked']} aria-label="Marked traces">
      {marked.map(({ traceId, name }) => (
        <li key={traceId}>
          <b>{name}</b> <span className="mono faint">{traceId.slice(0, 8)}</span>
          <PlainButton onClick={() => onA(traceId)}>as A</PlainButton>
          <PlainButton onClick={() => onB(traceId)}>as B</PlainButton>
        </li>
      ))}
    </ul>
  );
}

const isRoot = { field: 'parent_id', operator: 'is', value: null };
const projection = { members: ['span_name', 'start_time'] };

/**
 * Finds the most recent earlier trace whose root span has the same name as the given trace's root span and did not
 * fail. Returns its id, or undefined if there is no such trace.
 */
async function loadLastSuccessful(traceId: string): Promise<string | undefined> {
  const { spans: roots } = await queryTraceSpans(traceId, {
    conditions: [isRoot],
    windowing: { limit: 1, order: 'ascending' },
    projection,
  });
  const [root] = roots;
  if (root === undefined) {
    return undefined;
  }
  const { spans: earlier } = await querySpans({
    filtering: {
      conditions: [
        isRoot,
        { field: 'span_name', operator: 'is', value: root.span_name },
        { field: 'status_code', operator: 'is_not', value: 'STATUS_CODE_ERROR' },
      ],
    },
    windowing: { newest: root.start_time, limit: 1, order: 'descending' },
    projection,
  });
  return earlier[0]?.trace_id;
}
