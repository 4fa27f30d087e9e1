import { MarkedText } from '../parts/values/write-value.js';
import type { ChosenChart } from './board-choice.js';
import styles from './charts/chart.module.css';
import type { Focus, GroupField } from './group-fields.js';

interface CountedLineProps {
  readonly chart: ChosenChart;
  readonly focus: Focus;
  /** The grouping of the board; undefined if the values are not grouped. */
  readonly group: GroupField | undefined;
  /** True if the chart can show groups. */
  readonly hasGroups: boolean;
  readonly onChange: (chart: ChosenChart) => void;
}

/** A line that states what a chart counts. Its switches change the counted unit and the grouping. */
export function CountedLine(props: CountedLineProps) {
  const { chart, focus, group, hasGroups, onChange } = props;
  const other: Focus = focus === 'trace' ? 'span' : 'trace';
  const { states, offers } = words[focus];
  const switchClass = `button plain ${styles['switch']}`;
  return (
    <>
      <span>{states}</span>
      <button
        type="button"
        className={switchClass}
        onClick={() => onChange({ ...chart, focus: other })}
      >
        {offers}
      </button>
      {hasGroups && group !== undefined && (
        <button
          type="button"
          className={switchClass}
          aria-pressed={chart.isGrouped}
          onClick={() => onChange({ ...chart, isGrouped: !chart.isGrouped })}
        >
          By <MarkedText text={group.id} />
        </button>
      )}
    </>
  );
}

const words: Readonly<Record<Focus, { readonly states: string; readonly offers: string }>> = {
  trace: { states: 'Counts each trace once, by its first root.', offers: 'Every span' },
  span: { states: 'Counts every span.', offers: 'Each trace once' },
};
