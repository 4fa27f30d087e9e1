import { DashboardLinkBuilder, MappingType } from '@grafana/grafana-foundation-sdk/dashboard';
import { firing } from '../queries/annotations.js';
import {
  chosenNamespace,
  increase,
  max,
  quantile,
  rate,
  series,
  share,
} from '../queries/promql.js';
import { now, rows } from '../queries/targets.js';
import { figure, type Panel, steps, table } from './panels.js';

/** Share of failed writes. The expression is 0 before the first failure, when the counter has no series yet. */
const notAccepted = `max(spanhouse:ingest_failures:ratio5m{${chosenNamespace}}) or 0 * max(spanhouse:ingest_requests:rate5m{${chosenNamespace}} > 0)`;
const ready = `sum by (service) (${series('spanhouse_ready')} * on (namespace, job, instance) group_left (service) ${series('spanhouse_build_info')})`;
const failedReads = 'outcome=~"unavailable|timed_out|failed"';

function more(title: string, uid: string): DashboardLinkBuilder {
  return new DashboardLinkBuilder(title).url(`/d/${uid}?\${__url_time_range}`);
}

const ingest = more('Ingest', 'spanhouse-ingest');
const consumer = more('Consumer and ClickHouse', 'spanhouse-consumer');
const query = more('Query', 'spanhouse-query');

function accepting(): readonly Panel[] {
  return [
    figure(
      {
        title: 'Spans accepted',
        description:
          'Spans per second that entered the log. If there are none, no gateway runs or no sender sends.',
        unit: 'cps',
      },
      now(rate('spanhouse_gateway_spans_published_total')),
    ).noValue('no gateway'),
    figure(
      {
        title: 'Not accepted',
        description:
          'Share of the write requests that failed because of Spanhouse, as SpanhouseAcceptanceFailing counts them. Senders retry, and lose spans after a while.',
        unit: 'percentunit',
      },
      now(notAccepted),
    )
      .noValue('idle')
      .thresholds(steps({ orange: 0.001, red: 0.0144 })),
  ].map((panel) => panel.links([ingest]));
}

function becomingVisible(): readonly Panel[] {
  const waiting = `${max('spanhouse_consumer_lag_seconds')} or 0 * ${max('spanhouse_consumer_lag_records')}`;
  return [
    figure(
      {
        title: 'Visible within',
        description: '99th percentile of the time from the arrival of a span until reads find it.',
        unit: 's',
      },
      now(quantile(0.99, 'spanhouse_consumer_time_to_visible_seconds')),
    )
      .noValue('idle')
      .thresholds(steps({ orange: 15, red: 60 })),
    figure(
      {
        title: 'Longest wait',
        description:
          'Age of the oldest span that a consumer has not stored yet. No value means that no consumer runs.',
        unit: 's',
      },
      now(waiting),
    )
      .noValue('no consumer')
      .thresholds(steps({ orange: 15, red: 60 })),
    figure(
      {
        title: 'Dead letters',
        description:
          'Spans and messages that cannot be stored, in the displayed time range. Reads will lack these spans.',
        unit: 'short',
      },
      now(increase('spanhouse_consumer_dead_letters_total')),
    )
      .decimals(0)
      .noValue('no consumer')
      .thresholds(steps({ red: 0.5 })),
  ].map((panel) => panel.links([consumer]));
}

function reading(): readonly Panel[] {
  return [
    figure(
      { title: 'Reads', description: 'Reads per second, with any outcome.', unit: 'reqps' },
      now(rate('spanhouse_query_reads_total')),
    ).noValue('no query service'),
    figure(
      {
        title: 'Reads failing',
        description: 'Share of valid reads that failed: 503, 504 or 500.',
        unit: 'percentunit',
      },
      now(
        share(
          rate('spanhouse_query_reads_total', { where: failedReads }),
          rate('spanhouse_query_reads_total', { where: 'outcome!~"refused|abandoned"' }),
        ),
      ),
    )
      .noValue('idle')
      .thresholds(steps({ orange: 0.01, red: 0.05 })),
  ].map((panel) => panel.links([query]));
}

/** Returns eight panels that show the state of ingest, storage and reads, and the firing alerts. */
export function nowPanels(): readonly Panel[] {
  const alerts = figure(
    { title: 'Alerts firing', description: 'Alerts of Spanhouse, listed below.', unit: 'short' },
    now(`count(${firing}) or vector(0)`),
  ).thresholds(steps({ red: 1 }));
  return [...accepting(), ...becomingVisible(), ...reading(), alerts];
}

export function healthPanels(): readonly Panel[] {
  return [
    table(
      {
        title: 'Firing alerts',
        description: 'Each alert has a section in deploy/runbook.md.',
        unit: 'short',
      },
      rows(`sum by (alertname, severity) (${firing})`),
    ).overrideByRegexp('/^(Time|Value.*)$/', [{ id: 'custom.hidden', value: true }]),
    figure(
      {
        title: 'Dependencies',
        description: 'Dependencies that at least one process could not reach at its last attempt.',
        unit: 'none',
      },
      now(`min by (dependency) (${series('spanhouse_dependency_up')})`, '{{dependency}}'),
    )
      .thresholds(steps({ base: 'red', green: 1 }))
      .mappings([
        { type: MappingType.ValueToText, options: { 0: { text: 'lost' }, 1: { text: 'up' } } },
      ]),
    figure(
      {
        title: 'Processes ready',
        description: 'Ready processes per service; compare with its replicas.',
        unit: 'short',
      },
      now(ready, '{{service}}'),
    ).thresholds(steps({ base: 'red', green: 1 })),
  ];
}
