import { AnnotationQueryBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { chosen, PROMETHEUS } from './data-sources.js';
import { CHOSEN_NAMESPACE, series } from './promql.js';

/** Rules of deploy/prometheus; alerts have a namespace and few have a job. */
export const FIRING = `ALERTS{alertstate="firing", alertname=~"Spanhouse.+", ${CHOSEN_NAMESPACE}}`;
const STARTED = `changes(${series('process_start_time_seconds')}[$__rate_interval]) > 0`;

function mark(name: string, expr: string): AnnotationQueryBuilder {
  return new AnnotationQueryBuilder()
    .name(name)
    .datasource(chosen(PROMETHEUS))
    .enable(true)
    .expr(expr);
}

/** Marks above the curves. */
export function alertsAndRestarts(): readonly AnnotationQueryBuilder[] {
  return [
    mark('Alerts', FIRING).iconColor('red').titleFormat('{{alertname}}'),
    mark('Restarts', STARTED).iconColor('blue').titleFormat('{{instance}} started'),
  ];
}
