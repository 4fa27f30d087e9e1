import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';

export type Target = Builder<Dataquery>;

/** A graph over the displayed time range. */
export function curve(expr: string, legend: string): Target {
  return new DataqueryBuilder().expr(expr).legendFormat(legend).range();
}

/** The current value. A stopped service has none, whereas a graph would still show its last value. */
export function now(expr: string, legend = '__auto'): Target {
  return new DataqueryBuilder().expr(expr).legendFormat(legend).instant();
}

/** The current values as table rows. */
export function rows(expr: string): Target {
  return new DataqueryBuilder().expr(expr).format(PromQueryFormat.Table).instant();
}

interface ClickHouseQuery extends Dataquery {
  readonly editorType: 'sql';
  readonly rawSql: string;
  /** The format code of the plugin: 0 = by time, 1 = a table. */
  readonly format: 0 | 1;
}

function clickHouseQuery(rawSql: string, format: 0 | 1): Target {
  const query: ClickHouseQuery = {
    editorType: 'sql',
    rawSql,
    format,
    _implementsDataqueryVariant: () => undefined, // the SDK recognizes a query by this member; JSON drops functions
  };
  return { build: () => ({ ...query }) };
}

/** A query of the ClickHouse plugin, with its macros. Its first column is a time. */
export function sqlCurves(rawSql: string): Target {
  return clickHouseQuery(rawSql, 0);
}

export function sqlTable(rawSql: string): Target {
  return clickHouseQuery(rawSql, 1);
}
