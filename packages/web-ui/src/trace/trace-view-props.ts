import type { Outline } from './outline/outline.js';

/** Props of every view of a trace. All views share the selected span. */
export interface TraceViewProps {
  readonly outline: Outline;
  readonly selected: number;
  readonly onSelect: (at: number) => void;
}
