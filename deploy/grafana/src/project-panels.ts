import { DashboardLinkBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { figure, type Panel, steps, table, timeline } from './panels.js';
import { sqlCurves, sqlTable, type Target } from './targets.js';

/** Half of the primary key: ClickHouse reads the spans of one project and time only. */
const OF_PROJECT = `project_id = toUUIDOrZero(\${project:sqlstring}) AND $__timeFilter(start_time)`;
const IS_ROOT = "parent_id = toFixedString('', 8)";

const SUMS = `count() AS spans, uniq(trace_id) AS traces, sum(errors_incremental) AS errors,
  sum(tokens_total_incremental) AS tokens, sum(costs_total_incremental) AS cost`;

function one(expression: string, where = OF_PROJECT): Target {
  return sqlTable(`SELECT ${expression}\nFROM spans\nWHERE ${where}`);
}

function byTime(expressions: string, where = OF_PROJECT): Target {
  return sqlCurves(`SELECT $__timeInterval(start_time) AS time, ${expressions}
FROM spans
WHERE ${where}
GROUP BY time
ORDER BY time`);
}

const inDollars = { id: 'unit', value: 'currencyUSD' };

function largestBy(column: string, text: { title: string; description: string }): Panel {
  const sql = `SELECT ${column}, ${SUMS}, quantile(0.95)(duration_ms) AS p95
FROM spans
WHERE ${OF_PROJECT}
GROUP BY ${column}
ORDER BY spans DESC
LIMIT 20`;
  return table({ ...text, unit: 'short' }, sqlTable(sql))
    .overrideByName('cost', [inDollars])
    .overrideByName('p95', [{ id: 'unit', value: 'ms' }]);
}

export function largestProjects(): Panel {
  const choose = new DashboardLinkBuilder('Show this project').url(
    `/d/spanhouse-project?var-project=\${__data.fields.project}&\${__url_time_range}`,
  );
  return table(
    {
      title: 'Largest projects',
      description:
        'By spans that started in the time that is shown. Rows, so every version of a span counts, and deleted traces until they are removed.',
      unit: 'short',
    },
    sqlTable(`SELECT toString(project_id) AS project, ${SUMS}, max(received_at) AS last_received
FROM spans
WHERE $__timeFilter(start_time)
GROUP BY project_id
ORDER BY spans DESC
LIMIT 20`),
  )
    .overrideByName('project', [{ id: 'links', value: [choose.build()] }])
    .overrideByName('cost', [inDollars]);
}

export function projectFigures(): readonly Panel[] {
  const number = (title: string, description: string, expression: string) =>
    figure({ title, description, unit: 'short' }, one(expression)).thresholds(
      steps({ base: 'blue' }),
    );
  return [
    number('Spans', 'Rows that started in the time that is shown.', 'count()'),
    number('Traces', 'Estimated, to about one in a hundred.', 'uniq(trace_id)'),
    number('Errors', 'Spans with an error of their own.', 'sum(errors_incremental)'),
    number('Tokens', 'Of all calls to models.', 'sum(tokens_total_incremental)'),
    number('Cost', 'As submitted, or by the price table.', 'sum(costs_total_incremental)').unit(
      'currencyUSD',
    ),
    figure(
      {
        title: 'Traces take',
        description: '95th percentile of the roots that started in the time that is shown.',
        unit: 'ms',
      },
      one('quantile(0.95)(duration_ms)', `${OF_PROJECT} AND ${IS_ROOT}`),
    ).thresholds(steps({ base: 'blue' })),
  ];
}

export function projectSpans(): Panel {
  return timeline(
    {
      title: 'Spans and errors per second',
      description: 'By the time they started, so the last minutes still fill up.',
      unit: 'cps',
    },
    byTime('count() / $__interval_s AS spans, sum(errors_incremental) / $__interval_s AS errors'),
  );
}

export function projectDuration(): Panel {
  return timeline(
    { title: 'Duration of traces', description: 'Of their roots.', unit: 'ms' },
    byTime(
      'quantile(0.5)(duration_ms) AS median, quantile(0.95)(duration_ms) AS p95',
      `${OF_PROJECT} AND ${IS_ROOT}`,
    ),
  );
}

export function projectDelay(): Panel {
  return timeline(
    {
      title: 'From the end of a span to its receipt',
      description:
        'What the sender, its batches and the network take. Not ours, but the first question when spans seem to be missing.',
      unit: 'ms',
    },
    byTime(
      `quantile(0.5)(dateDiff('millisecond', end_time, received_at)) AS median,
  quantile(0.99)(dateDiff('millisecond', end_time, received_at)) AS p99`,
    ),
  );
}

export function projectTokens(): Panel {
  return timeline(
    {
      title: 'Tokens per second',
      description: 'Sent to models, and answered by them.',
      unit: 'cps',
    },
    byTime(`sum(tokens_prompt_incremental) / $__interval_s AS prompt,
  sum(tokens_completion_incremental) / $__interval_s AS completion`),
  );
}

export function projectCost(): Panel {
  return timeline(
    {
      title: 'Cost per hour',
      description: 'What an hour at this rate costs.',
      unit: 'currencyUSD',
    },
    byTime('3600 * sum(costs_total_incremental) / $__interval_s AS cost'),
  );
}

export function projectModels(): Panel {
  return largestBy('model', {
    title: 'Models',
    description:
      'The 20 with most spans; no name: spans that call no model. p95 is of single spans.',
  });
}

export function projectServices(): Panel {
  return largestBy('service_name', {
    title: 'Services',
    description: 'The 20 with most spans, by service.name. p95 is of single spans.',
  });
}

export function projectDeadLetters(): Panel {
  return table(
    {
      title: 'Dead letters',
      description:
        'What of this project could not be stored, and why. Their bytes are in the dead letters of the log.',
      unit: 'short',
    },
    sqlTable(`SELECT stage, reason, sum(row_count) AS spans, max(recorded_at) AS last
FROM (
  SELECT stage, reason, row_count, recorded_at
  FROM dead_letters
  WHERE project_id = \${project:sqlstring} AND $__timeFilter(recorded_at)
  LIMIT 1 BY log_id, log_partition, log_offset, first_row
)
GROUP BY stage, reason
ORDER BY last DESC
LIMIT 20`),
  );
}
