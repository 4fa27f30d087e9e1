import { readdirSync, readFileSync } from 'node:fs';
import type { Json } from './http-client.js';

const dashboards = new URL('../../../deploy/grafana/dashboards/', `file://${__dirname}/`).pathname;
/**
 * Values for the dashboards' variables: the values that Grafana inserts for "All", and time ranges short enough for a
 * test to fill.
 */
const prometheusVariables: Readonly<Record<string, string>> = {
  $namespace: '.*',
  $instance: '(127\\\\.0\\\\.0\\\\.1:[0-9]+)',
  $__rate_interval: '15s',
  $__range: '60s',
};

export interface DashboardQuery {
  /** Names of the dashboard and the panel that send the query. */
  readonly name: string;
  readonly text: string;
}

export interface DashboardQueries {
  readonly promql: readonly DashboardQuery[];
  /** The `label_values(…)` queries of variables. */
  readonly labelValues: readonly DashboardQuery[];
  readonly sql: readonly DashboardQuery[];
}

/** Returns every query that Grafana sends for the dashboards: the queries of panels, annotations and variables. */
export function readDashboardQueries(): DashboardQueries {
  const all = readdirSync(dashboards).flatMap((file) => {
    const dashboard = JSON.parse(readFileSync(`${dashboards}${file}`, 'utf8'));
    const named = (name: string, text: string) => ({ name: `${file}: ${name}`, text });
    return [
      ...dashboard.panels.flatMap(({ title, targets = [] }: Json) =>
        targets.map((target: Json) => named(title, target.expr ?? target.rawSql)),
      ),
      ...(dashboard.annotations.list ?? []).map(({ name, expr }: Json) => named(name, expr)),
      ...dashboard.templating.list.flatMap(({ name, type, definition }: Json) =>
        type === 'query' ? [named(name, definition)] : [],
      ),
    ] as readonly DashboardQuery[];
  });
  const isSql = ({ text }: DashboardQuery) => text.startsWith('SELECT');
  const isLabelValues = ({ text }: DashboardQuery) => text.startsWith('label_values');
  return {
    promql: all.filter((query) => !isSql(query) && !isLabelValues(query)),
    labelValues: all.filter(isLabelValues),
    sql: all.filter(isSql),
  };
}

/**
 * Replaces the variables of a query with values, as Grafana does. For the prober's dashboard, `$job` has a different
 * value, because the prober is a separate process.
 */
export function asPrometheusReads({ name, text }: DashboardQuery): string {
  const job = name.startsWith('prober.json') ? '(prober)' : '(all-in-one)';
  const values: Readonly<Record<string, string>> = { ...prometheusVariables, $job: job };
  return text.replace(/\$\w+/g, (variable) => values[variable] ?? variable);
}

/**
 * Returns the values of a panel, keyed by the label that distinguishes them. A value without labels has the key
 * `value`.
 */
export function valuesOf(result: Json): Readonly<Record<string, number>> {
  const named = result.map(({ metric, value }: Json) => [
    Object.values(metric)[0] ?? 'value',
    Number(value[1]),
  ]);
  return Object.fromEntries(named);
}

/** Expands the macros of the ClickHouse plugin. The time range is the last hour, in steps of one minute. */
export function asClickHouseReads(text: string, project: string): string {
  const to = Math.ceil(Date.now() / 1000);
  return text
    .replace(
      /\$__timeFilter\((\w+)\)/g,
      `$1 >= toDateTime(${to - 3600}) AND $1 <= toDateTime(${to})`,
    )
    .replace(/\$__timeInterval\((\w+)\)/g, 'toStartOfInterval(toDateTime($1), INTERVAL 60 second)')
    .replaceAll('$__interval_s', '60')
    .replace(/\$\{project:sqlstring\}/g, `'${project}'`);
}
