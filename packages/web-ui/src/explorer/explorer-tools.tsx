import { lazy, type ReactElement, Suspense } from 'react';
import type { AggregateAnswer } from '../api/aggregate.js';
import type { ShownSpan } from '../api/shown-span.js';
import type { TraceSummary } from '../api/trace-summary.js';
import { CompareMarked } from '../parts/lists/mark-to-compare.js';
import { usePagesState } from '../parts/lists/row-grid.js';
import { writeCount } from '../parts/values/format-number.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './explorer.module.css';
import type { ExplorerViewProps } from './explorer-view-props.js';
import { ExportState } from './export/export-state.js';
import { MoreMenu } from './more-menu.js';
import { SaveQuery } from './saved/save-query.js';
import type { MoreActions } from './use-more-actions.js';
import { ViewTabs } from './view-tabs.js';

const ColumnsDialog = lazy(async () => ({
  default: (await import('./columns/columns-dialog.js')).ColumnsDialog,
}));

interface ToolsProps<Row> extends ExplorerViewProps<Row> {
  readonly counts: AggregateAnswer | undefined;
  readonly isFaceted: boolean;
  readonly onFaceted: (isFaceted: boolean) => void;
  readonly more: MoreActions;
}

/** Toolbar with the views of the explorer, the number of matches and the actions on them. */
export function ExplorerTools<Row extends ShownSpan | TraceSummary>(
  props: ToolsProps<Row>,
): ReactElement {
  const { active, listed, all, columns, selected, isFaceted, onFaceted } = props;
  const { actions, exported, said, dialogs } = props.more;
  const [{ c }] = useSearchParameters();
  const view = { view: listed, ...(c !== undefined && { columns: c }) };
  return (
    <>
      <div className={styles['tools']}>
        <ViewTabs listed={listed} />
        <Matches {...props} />
        <span className={styles['end']}>
          <CompareMarked selected={selected} />
          <span className="quiet" role="status">
            {said}
          </span>
          <button
            type="button"
            className={`button plain ${styles['wide']}`}
            onClick={() => dialogs.open('columns')}
          >
            Columns
          </button>
          <MoreMenu actions={actions} />
          <button
            type="button"
            className="button plain"
            aria-pressed={isFaceted}
            onClick={() => onFaceted(!isFaceted)}
          >
            Facets
          </button>
          <SaveQuery filtering={active.filtering} view={view} />
        </span>
        {dialogs.shown === 'columns' && (
          <Suspense>
            <ColumnsDialog all={all} chosen={columns} onOpenChange={dialogs.onOpenChange} />
          </Suspense>
        )}
      </div>
      <ExportState
        state={exported.state}
        onCancel={exported.cancel}
        onRetry={() => void exported.start()}
        onClear={exported.clear}
      />
    </>
  );
}

function Matches<Row>({ pages, listed, counts }: ToolsProps<Row>): ReactElement {
  const { known, isComplete } = usePagesState<Row>(pages);
  const total = listed === 'spans' ? counts?.total.count : undefined;
  const count = isComplete ? known : total;
  const failed = counts?.total.failed ?? 0;
  const noun = listed === 'spans' ? 'span' : 'trace';
  const number = writeCount(count ?? known);
  const rest = ` ${count === 1 ? noun : `${noun}s`}${count === undefined ? ' so far' : ''}`;
  const failures = failed > 0 ? `, ${writeCount(failed)} failed spans` : '';
  return (
    <span
      className={`quiet cut ${styles['matches']}`}
      role="status"
      title={number + rest + failures}
    >
      <b>{number}</b>
      {rest}
      <span className="bad">{failures}</span>
    </span>
  );
}
