import { AnnotationQueryBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { chosen, prometheus } from './data-sources.js';
import { chosenNamespace, series } from './promql.js';

/**
 * Query for the firing alerts of deploy/prometheus in the selected namespace. It does not filter by job, because few
 * alerts have this label.
 */
export const firing = `ALERTS{alertstate="firing", alertname=~"Spanhouse.+", ${chosenNamespace}}`;
/** Start times of processes in milliseconds. Grafana uses the value of this query as the time of the annotation. */
const started = `1000 * ${series('process_start_time_seconds')}`;

function mark(name: string, expr: string): AnnotationQueryBuilder {
  return new AnnotationQueryBuilder()
    .name(name)
    .datasource(chosen(prometheus))
    .enable(true)
    .expr(expr);
}

/** Returns the annotations that are shown above the graphs. */
export function alertsAndStarts(): readonly AnnotationQueryBuilder[] {
  return [
    mark('Alerts', firing).iconColor('red').titleFormat('{{alertname}}'),
    mark('Starts', started)
      .iconColor('blue')
      .titleFormat('{{instance}} started')
      .useValueForTime(true),
  ];
}
