import {
  QueryVariableBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { chosen, PROMETHEUS } from './data-sources.js';
import { CHOSEN_NAMESPACE } from './promql.js';

type Service = 'ingest-gateway' | 'span-consumer' | 'trace-query';

function labelValues(name: string, query: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .datasource(chosen(PROMETHEUS))
    .query({ query, refId: name })
    .definition(query)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
    .multi(true)
    .includeAll(true)
    .current({ text: 'All', value: '$__all', selected: true });
}

/** Where processes of some services run. "All" is the list of what there is, never every process of the cluster. */
export function processesOf(...services: readonly Service[]): readonly QueryVariableBuilder[] {
  const info = `spanhouse_build_info{service=~"${[...services, 'all-in-one'].join('|')}"`;
  return [
    labelValues('namespace', `label_values(${info}}, namespace)`)
      .label('Namespace')
      .description('For a Prometheus that watches more than one Spanhouse')
      .allValue('.*'), // outside of Kubernetes there is none
    labelValues('job', `label_values(${info}, ${CHOSEN_NAMESPACE}}, job)`)
      .label('Service')
      .description('Jobs of Prometheus'),
    labelValues('instance', `label_values(${info}, ${CHOSEN_NAMESPACE}, job=~"$job"}, instance)`)
      .label('Instance')
      .description('Processes of these services'),
  ];
}
