import {
  QueryVariableBuilder,
  VariableRefresh,
  VariableSort,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { chosen, prometheus } from './data-sources.js';
import { chosenNamespace } from './promql.js';

type Service = 'ingest-gateway' | 'span-consumer' | 'trace-query' | 'prober';

function labelValues(name: string, query: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .datasource(chosen(prometheus))
    .query({ query, refId: name })
    .definition(query)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
    .multi(true)
    .includeAll(true)
    .current({ text: 'All', value: '$__all', selected: true });
}

/**
 * Returns variables that select the namespace, the job and the instance of the services. For jobs and instances, "All"
 * matches only the listed values.
 */
export function processVariables(...services: readonly Service[]): readonly QueryVariableBuilder[] {
  const isPartOfAllInOne = !services.includes('prober');
  const all = isPartOfAllInOne ? [...services, 'all-in-one'] : services;
  const info = `spanhouse_build_info{service=~"${all.join('|')}"`;
  return [
    labelValues('namespace', `label_values(${info}}, namespace)`)
      .label('Namespace')
      .description('For a Prometheus that watches more than one Spanhouse')
      .allValue('.*'), // series outside Kubernetes have no namespace
    labelValues('job', `label_values(${info}, ${chosenNamespace}}, job)`)
      .label('Service')
      .description('Jobs of Prometheus'),
    labelValues('instance', `label_values(${info}, ${chosenNamespace}, job=~"$job"}, instance)`)
      .label('Instance')
      .description('Processes of these services'),
  ];
}
