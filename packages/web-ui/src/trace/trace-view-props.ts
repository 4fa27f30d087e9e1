import type { Outline } from './outline/outline.js';

/** Props that every view of a trace receives. All views share the selected span. */
export interface TraceViewProps {
  readonly outline: Outline;
  readonly selected: number;
  readonly onSelect: (at: number) => void;
}
