import type { Outline } from './outline/outline.js';

/** What every view of a trace shows, and the span that all of them have selected. */
export interface TraceViewProps {
  readonly outline: Outline;
  readonly selected: number;
  readonly onSelect: (at: number) => void;
}
