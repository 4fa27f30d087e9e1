import type { DataSourceRef } from '@grafana/grafana-foundation-sdk/common';
import { DatasourceVariableBuilder } from '@grafana/grafana-foundation-sdk/dashboard';

interface DataSource {
  readonly type: string;
  readonly name: string;
  /** The uid in deploy/grafana/provisioning/datasources. */
  readonly uid: string;
  readonly variable: string;
}

export const prometheus: DataSource = {
  type: 'prometheus',
  name: 'Prometheus',
  uid: 'spanhouse-prometheus',
  variable: 'prometheus',
};

export const clickhouse: DataSource = {
  type: 'grafana-clickhouse-datasource',
  name: 'ClickHouse',
  uid: 'spanhouse-clickhouse',
  variable: 'clickhouse',
};

export function chosen({ type, variable }: DataSource): DataSourceRef {
  return { type, uid: `\${${variable}}` };
}

/**
 * Returns a variable that selects the provisioned data source. If this data source does not exist, the variable selects
 * another one of the same type.
 */
export function dataSourceVariable({
  type,
  name,
  uid,
  variable,
}: DataSource): DatasourceVariableBuilder {
  return new DatasourceVariableBuilder(variable)
    .label(name)
    .type(type)
    .current({ text: name, value: uid, selected: true });
}
