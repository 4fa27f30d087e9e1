import { AnnotationQueryBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { chosen, PROMETHEUS } from './data-sources.js';
import { CHOSEN_NAMESPACE, series } from './promql.js';

/** Rules of deploy/prometheus; alerts have a namespace and few have a job. */
export const FIRING = `ALERTS{alertstate="firing", alertname=~"Spanhouse.+", ${CHOSEN_NAMESPACE}}`;
/** As a place on the axis of time: a mark stands where its value says. */
const STARTED = `1000 * ${series('process_start_time_seconds')}`;

function mark(name: string, expr: string): AnnotationQueryBuilder {
  return new AnnotationQueryBuilder()
    .name(name)
    .datasource(chosen(PROMETHEUS))
    .enable(true)
    .expr(expr);
}

/** Marks above the curves. */
export function alertsAndStarts(): readonly AnnotationQueryBuilder[] {
  return [
    mark('Alerts', FIRING).iconColor('red').titleFormat('{{alertname}}'),
    mark('Starts', STARTED)
      .iconColor('blue')
      .titleFormat('{{instance}} started')
      .useValueForTime(true),
  ];
}
