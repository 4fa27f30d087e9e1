import { useNavigate } from '@tanstack/react-router';
import { Button } from '../button.js';
import { usePageKeys } from '../keys/page-keys.js';
import { createStore, useStore } from '../store.js';
import { MarkedText } from '../values/write-value.js';

/** Binds two keys: `x` marks the trace of the selected row, and `m` compares the marked traces. */
export function CompareMarked({ selected }: { readonly selected: MarkedTrace | undefined }) {
  const marked = useStore(markedTraces);
  const compare = useCompare();
  const mark = () => selected !== undefined && toggleMark(selected);
  usePageKeys('Comparison', [
    { key: 'x', meaning: 'Mark or unmark the row', act: mark },
    { key: 'm', meaning: 'Compare the marked rows', act: () => compare(marked) },
  ]);
  if (marked.length === 0) {
    return null;
  }
  return (
    <span role="group" aria-label="Marked rows">
      <span role="status" className="quiet">
        marked: {marked.map(({ name, traceId }) => `${name} ${traceId.slice(0, 8)}`).join(', ')}
      </span>{' '}
      <Button isPlain onClick={() => compare(marked)}>
        Compare <kbd>m</kbd>
      </Button>
      <Button isPlain onClick={() => markedTraces.set([])}>
        Clear
      </Button>
    </span>
  );
}

/** Button that compares a trace with the marked trace. If no trace is marked, the button marks this trace. */
export function CompareWith({ trace }: { readonly trace: MarkedTrace }) {
  const marked = useStore(markedTraces);
  const compare = useCompare();
  const others = marked.filter(({ traceId }) => traceId !== trace.traceId);
  const isMarked = others.length < marked.length;
  const act = () => {
    const other = markedTraces.get().findLast(({ traceId }) => traceId !== trace.traceId);
    return other === undefined ? toggleMark(trace) : compare([other, trace]);
  };
  usePageKeys('Comparison', [
    { key: 'm', meaning: 'Mark the trace, or compare it with the marked one', act },
  ]);
  const other = others.at(-1);
  return (
    <>
      {isMarked && (
        <span role="status" className="quiet">
          marked
        </span>
      )}
      <Button onClick={() => compare(other === undefined ? [trace] : [other, trace])}>
        Compare with {other === undefined ? '…' : <MarkedText text={other.name} />} <kbd>m</kbd>
      </Button>
    </>
  );
}

/**
 * Returns a function that opens the comparison page. If it is called with only one trace, the page prompts for the
 * second one.
 */
function useCompare() {
  const navigate = useNavigate();
  return ([a, b]: readonly MarkedTrace[]) => {
    if (a !== undefined) {
      const search = { a: a.traceId, b: b?.traceId };
      void navigate({ to: '/compare', search: search as never });
    }
  };
}

export interface MarkedTrace {
  readonly traceId: string;
  readonly name: string;
}

/** Maximum number of marked traces. A comparison needs two, so marking a third removes the oldest mark. */
const MAX_MARKED = 2;

/** The marked traces, in the order in which they were marked. The marks last until the tab is closed. */
export const markedTraces = createStore<readonly MarkedTrace[]>([]);

export function toggleMark(trace: MarkedTrace): void {
  const marked = markedTraces.get();
  const others = marked.filter(({ traceId }) => traceId !== trace.traceId);
  markedTraces.set(others.length < marked.length ? others : [...marked, trace].slice(-MAX_MARKED));
}
