import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';

export type Target = Builder<Dataquery>;

/** Returns a query for a graph over the displayed time range. */
export function curve(expr: string, legend: string): Target {
  return new DataqueryBuilder().expr(expr).legendFormat(legend).range();
}

/**
 * Returns a query for the current value. A stopped service has no current value, whereas a graph would still show its
 * last value.
 */
export function now(expr: string, legend = '__auto'): Target {
  return new DataqueryBuilder().expr(expr).legendFormat(legend).instant();
}

/** Returns a query for the current values as table rows. */
export function rows(expr: string): Target {
  return new DataqueryBuilder().expr(expr).format(PromQueryFormat.Table).instant();
}

interface ClickHouseQuery extends Dataquery {
  readonly editorType: 'sql';
  readonly rawSql: string;
  /** The format code of the plugin: 0 for a time series, 1 for a table. */
  readonly format: 0 | 1;
}

function clickHouseQuery(rawSql: string, format: 0 | 1): Target {
  const query: ClickHouseQuery = {
    editorType: 'sql',
    rawSql,
    format,
    _implementsDataqueryVariant: () => undefined, // the SDK recognizes a query by this member; JSON.stringify omits it
  };
  return { build: () => ({ ...query }) };
}

/** Returns a query for the ClickHouse plugin, with the macros of the plugin. The first column is a time. */
export function sqlCurves(rawSql: string): Target {
  return clickHouseQuery(rawSql, 0);
}

export function sqlTable(rawSql: string): Target {
  return clickHouseQuery(rawSql, 1);
}
