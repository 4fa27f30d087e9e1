import { DashboardLinkBuilder, MappingType } from '@grafana/grafana-foundation-sdk/dashboard';
import { FIRING } from './annotations.js';
import { figure, type Panel, steps, table } from './panels.js';
import { CHOSEN_NAMESPACE, increase, max, quantile, rate, series, share } from './promql.js';
import { now, rows } from './targets.js';

/** No failure since the gateways started has no series. */
const NOT_ACCEPTED = `max(spanhouse:ingest_failures:ratio5m{${CHOSEN_NAMESPACE}}) or 0 * max(spanhouse:ingest_requests:rate5m{${CHOSEN_NAMESPACE}} > 0)`;
const READY = `sum by (service) (${series('spanhouse_ready')} * on (namespace, job, instance) group_left (service) ${series('spanhouse_build_info')})`;
const FAILED_READS = 'outcome=~"unavailable|timed_out|failed"';

function more(title: string, uid: string): DashboardLinkBuilder {
  return new DashboardLinkBuilder(title).url(`/d/${uid}?\${__url_time_range}`);
}

const INGEST = more('Ingest', 'spanhouse-ingest');
const CONSUMER = more('Consumer and ClickHouse', 'spanhouse-consumer');
const QUERY = more('Query', 'spanhouse-query');

function accepting(): readonly Panel[] {
  return [
    figure(
      {
        title: 'Spans accepted',
        description:
          'Spans per second that the log holds durably. Nothing: no gateway, or no sender.',
        unit: 'cps',
      },
      now(rate('spanhouse_gateway_spans_published_total')),
    ).noValue('no gateway'),
    figure(
      {
        title: 'Not accepted',
        description:
          'Share of the requests that write and were answered with a failure of ours, by the rule that SpanhouseAcceptanceFailing watches. Senders repeat them; soon they lose spans.',
        unit: 'percentunit',
      },
      now(NOT_ACCEPTED),
    )
      .noValue('idle')
      .thresholds(steps({ orange: 0.001, red: 0.0144 })),
  ].map((panel) => panel.links([INGEST]));
}

function becomingVisible(): readonly Panel[] {
  const waiting = `${max('spanhouse_consumer_lag_seconds')} or 0 * ${max('spanhouse_consumer_lag_records')}`;
  return [
    figure(
      {
        title: 'Visible within',
        description: '99th percentile of the time from receipt to being found by reads.',
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
          'Age of the oldest span that a consumer holds and could not store yet. No value: no consumer is up.',
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
          'Spans and messages put aside in the time that is shown, because they can never be stored. Each one is a span somebody will miss.',
        unit: 'short',
      },
      now(increase('spanhouse_consumer_dead_letters_total')),
    )
      .decimals(0)
      .noValue('no consumer')
      .thresholds(steps({ red: 0.5 })),
  ].map((panel) => panel.links([CONSUMER]));
}

function reading(): readonly Panel[] {
  return [
    figure(
      { title: 'Reads', description: 'Reads per second, however they ended.', unit: 'reqps' },
      now(rate('spanhouse_query_reads_total')),
    ).noValue('no query service'),
    figure(
      {
        title: 'Reads failing',
        description:
          'Share of reads that were fine and got no answer: 503, 504 or a fault of ours.',
        unit: 'percentunit',
      },
      now(
        share(
          rate('spanhouse_query_reads_total', { where: FAILED_READS }),
          rate('spanhouse_query_reads_total', { where: 'outcome!~"refused|abandoned"' }),
        ),
      ),
    )
      .noValue('idle')
      .thresholds(steps({ orange: 0.01, red: 0.05 })),
  ].map((panel) => panel.links([QUERY]));
}

/** Eight fields: accepted, visible, read, and whether anybody was woken. */
export function nowPanels(): readonly Panel[] {
  const alerts = figure(
    { title: 'Alerts firing', description: 'Of Spanhouse, listed below.', unit: 'short' },
    now(`count(${FIRING}) or vector(0)`),
  ).thresholds(steps({ red: 1 }));
  return [...accepting(), ...becomingVisible(), ...reading(), alerts];
}

export function healthPanels(): readonly Panel[] {
  return [
    table(
      {
        title: 'Firing alerts',
        description: 'Each has a heading in deploy/runbook.md.',
        unit: 'short',
      },
      rows(`sum by (alertname, severity) (${FIRING})`),
    ).overrideByRegexp('/^(Time|Value.*)$/', [{ id: 'custom.hidden', value: true }]),
    figure(
      {
        title: 'Dependencies',
        description: 'What at least one process could not reach when it last tried.',
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
        description: 'Of each service; compare with its replicas.',
        unit: 'short',
      },
      now(READY, '{{service}}'),
    ).thresholds(steps({ base: 'red', green: 1 })),
  ];
}
