import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';

export type Target = Builder<Dataquery>;

/** A curve over the time that is shown. */
export function curve(expr: string, legend: string): Target {
  return new DataqueryBuilder().expr(expr).legendFormat(legend).range();
}

/** The value of now: of a service that is gone there is none, where a curve still has its last one. */
export function now(expr: string, legend = '__auto'): Target {
  return new DataqueryBuilder().expr(expr).legendFormat(legend).instant();
}

/** The values of now as rows. */
export function rows(expr: string): Target {
  return new DataqueryBuilder().expr(expr).format(PromQueryFormat.Table).instant();
}

interface ClickHouseQuery extends Dataquery {
  readonly editorType: 'sql';
  readonly rawSql: string;
  /** Of the plugin: 0 = by time, 1 = a table. */
  readonly format: 0 | 1;
}

function clickHouseQuery(rawSql: string, format: 0 | 1): Target {
  const query: ClickHouseQuery = {
    editorType: 'sql',
    rawSql,
    format,
    _implementsDataqueryVariant: () => undefined, // the SDK's mark of a query; JSON has no functions
  };
  return { build: () => ({ ...query }) };
}

/** SQL of the ClickHouse plugin, with its macros, whose first column is a time. */
export const sqlCurves = (rawSql: string): Target => clickHouseQuery(rawSql, 0);

export const sqlTable = (rawSql: string): Target => clickHouseQuery(rawSql, 1);
