import type { TimeWindow } from '../../url/time-window.js';

/** What a part of the picker gets: the window of the page, and where a choice goes. */
export interface WindowPanelProps {
  readonly window: TimeWindow;
  /** Called with the value of `w`. */
  readonly onChoose: (text: string) => void;
}
