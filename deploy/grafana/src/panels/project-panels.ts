import { DashboardLinkBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { sqlCurves, sqlTable, type Target } from '../queries/targets.js';
import { figure, type Panel, steps, table, timeline } from './panels.js';

/** Condition on the primary key, so that ClickHouse reads only the spans of one project and time range. */
const ofProject = `project_id = toUUIDOrZero(\${project:sqlstring}) AND $__timeFilter(start_time)`;
const isRoot = "parent_id = toFixedString('', 8)";

const sums = `count() AS spans, uniq(trace_id) AS traces, sum(errors_incremental) AS errors,
  sum(tokens_total_incremental) AS tokens, sum(costs_total_incremental) AS cost`;

function one(expression: string, where = ofProject): Target {
  return sqlTable(`SELECT ${expression}\nFROM spans\nWHERE ${where}`);
}

function byTime(expressions: string, where = ofProject): Target {
  return sqlCurves(`SELECT $__timeInterval(start_time) AS time, ${expressions}
FROM spans
WHERE ${where}
GROUP BY time
ORDER BY time`);
}

const inDollars = { id: 'unit', value: 'currencyUSD' };

function largestBy(column: string, text: { title: string; description: string }): Panel {
  const sql = `SELECT ${column}, ${sums}, quantile(0.95)(duration_ms) AS p95
FROM spans
WHERE ${ofProject}
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
        'By spans that started in the displayed time range. The numbers count rows: every version of a span, and deleted traces until they are removed.',
      unit: 'short',
    },
    sqlTable(`SELECT toString(project_id) AS project, ${sums}, max(received_at) AS last_received
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
    number(
      'Cost (US dollars)',
      'As submitted, or by the price table.',
      'sum(costs_total_incremental)',
    ).unit('currencyUSD'),
    figure(
      {
        title: 'Traces take',
        description: '95th percentile of the roots that started in the displayed time range.',
        unit: 'ms',
      },
      one('quantile(0.95)(duration_ms)', `${ofProject} AND ${isRoot}`),
    ).thresholds(steps({ base: 'blue' })),
  ];
}

export function projectSpans(): Panel {
  return timeline(
    {
      title: 'Spans and errors per second',
      description: 'By start time, so the numbers of the last minutes still grow.',
      unit: 'cps',
    },
    byTime('count() / $__interval_s AS spans, sum(errors_incremental) / $__interval_s AS errors'),
  );
}

export function projectDuration(): Panel {
  return timeline(
    { title: 'Duration of traces', description: 'Duration of the root spans.', unit: 'ms' },
    byTime(
      'quantile(0.5)(duration_ms) AS median, quantile(0.95)(duration_ms) AS p95',
      `${ofProject} AND ${isRoot}`,
    ),
  );
}

export function projectDelay(): Panel {
  return timeline(
    {
      title: 'From the end of a span to its receipt',
      description:
        'The time that the sender, its batches and the network take. Look here first if spans seem to be missing.',
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
      description: 'Tokens sent to models and returned by them.',
      unit: 'cps',
    },
    byTime(`sum(tokens_prompt_incremental) / $__interval_s AS prompt,
  sum(tokens_completion_incremental) / $__interval_s AS completion`),
  );
}

export function projectCost(): Panel {
  return timeline(
    {
      title: 'Cost per hour (US dollars)',
      description: 'The cost of an hour at this rate.',
      unit: 'currencyUSD',
    },
    byTime('3600 * sum(costs_total_incremental) / $__interval_s AS cost'),
  );
}

export function projectModels(): Panel {
  return largestBy('model', {
    title: 'Models',
    description:
      'The 20 models with the most spans. Spans without a model have no name. p95 is the duration of single spans.',
  });
}

export function projectServices(): Panel {
  return largestBy('service_name', {
    title: 'Services',
    description:
      'The 20 services with the most spans, by service.name. p95 is the duration of single spans.',
  });
}

export function projectDeadLetters(): Panel {
  return table(
    {
      title: 'Dead letters',
      description:
        'Spans of this project that could not be stored, with reasons. Their bytes are in the dead letters of the log.',
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
