import type { DataSourceRef } from '@grafana/grafana-foundation-sdk/common';
import { DatasourceVariableBuilder } from '@grafana/grafana-foundation-sdk/dashboard';

interface DataSource {
  readonly type: string;
  readonly name: string;
  /** As in ../provisioning/datasources. */
  readonly uid: string;
  readonly variable: string;
}

export const PROMETHEUS: DataSource = {
  type: 'prometheus',
  name: 'Prometheus',
  uid: 'spanhouse-prometheus',
  variable: 'prometheus',
};

export const CLICKHOUSE: DataSource = {
  type: 'grafana-clickhouse-datasource',
  name: 'ClickHouse',
  uid: 'spanhouse-clickhouse',
  variable: 'clickhouse',
};

export function chosen({ type, variable }: DataSource): DataSourceRef {
  return { type, uid: `\${${variable}}` };
}

/** The provisioned data source, and where there is none, another one of its type. */
export function choiceOf({ type, name, uid, variable }: DataSource): DatasourceVariableBuilder {
  return new DatasourceVariableBuilder(variable)
    .label(name)
    .type(type)
    .current({ text: name, value: uid, selected: true });
}
