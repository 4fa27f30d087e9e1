import { createStore } from '../store.js';

/** A trace that the user marked for comparison. */
export interface MarkedTrace {
  readonly traceId: string;
  readonly name: string;
}

/** Two traces are compared, so a third mark replaces the first. */
const MAX_MARKED = 2;

/** The marked traces, in the order of marking. They last as long as the tab. */
export const markedTraces = createStore<readonly MarkedTrace[]>([]);

/** Marks a trace, or removes its mark. */
export function toggleMark(trace: MarkedTrace): void {
  const marked = markedTraces.get();
  const others = marked.filter(({ traceId }) => traceId !== trace.traceId);
  markedTraces.set(others.length < marked.length ? others : [...marked, trace].slice(-MAX_MARKED));
}
