import { HttpProblem, type Route } from '@spanhouse/api-kit';
import {
  type Exemplar,
  exemplarsOf,
  type Label,
  largestSeries,
  type Series,
  textOfValue,
  timeOf,
} from '@spanhouse/traceql/metrics';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import type { ReadContext } from '../../http/read-handler.js';
import { RawJson } from '../../http/send-json.js';
import { countQuery } from '../../traceql/count-query.js';
import type { CountedSpans } from '../../traceql/span-count.js';
import { showValue } from '../show-value.js';
import {
  parseMetricsInstant,
  parseMetricsRange,
  type TempoMetrics,
} from './parse-tempo-metrics.js';

/** Creates the routes that compute metrics over a range and at an instant. */
export function getTempoMetrics(services: BoundServices): readonly Route[] {
  const { clock, settings } = services;
  const route = (
    path: 'query_range' | 'query',
    parse: typeof parseMetricsRange,
    write: (shown: readonly Series[], asked: TempoMetrics, counted: CountedSpans) => string,
  ) =>
    services.read(`GET /api/metrics/${path}`, {
      kind: 'traces',
      parse: (req) => parse(req, clock.nowNs()),
      async answer(asked, context) {
        const counted = await countQuery(asked, await services.open(context));
        const shown = largestSeries(counted.series, settings.frontDoors.maxSeries);
        const end = endOfAnswer(shown.length, counted.series.length, context);
        return new RawJson(`{"series":${write(shown, asked, counted)}${end}`);
      },
    });
  return [
    route('query_range', parseMetricsRange, writeRange),
    route('query', parseMetricsInstant, writeInstant),
  ];
}

function endOfAnswer(shown: number, total: number, { costs }: ReadContext): string {
  const { bytes } = costs.soFar;
  const metrics = bytes === 0 ? {} : { inspectedBytes: String(Math.trunc(bytes)) };
  const message = `,"status":"PARTIAL","message":"${shown} of ${total} series"`;
  return `,"metrics":${JSON.stringify(metrics)}${shown === total ? '' : message}}`;
}

function exemplarsIn(
  { query, grid }: TempoMetrics,
  { picked }: CountedSpans,
  series: readonly Series[],
) {
  return query.kind === 'math' || query.first.kind === 'compare'
    ? new Map()
    : exemplarsOf(picked, series, { first: query.first, grid });
}

/** Maximum total size of the series in an answer. */
const MAX_ANSWER_CHARACTERS = 64 * 1024 * 1024;
const NS_PER_MS = 1_000_000n;

/** Serializes series with their samples and exemplars as JSON. */
function writeRange(series: readonly Series[], asked: TempoMetrics, counted: CountedSpans): string {
  const exemplars: ReadonlyMap<Series, readonly Exemplar[]> = exemplarsIn(asked, counted, series);
  return writeAll(series, (each) => {
    const samples: object[] = [];
    each.points.forEach((value, point) => {
      if (!Number.isNaN(value)) {
        samples.push({ timestampMs: toMs(timeOf(asked.grid, point)), value });
      }
    });
    const shown = (exemplars.get(each) ?? []).map(({ labels, value, start_time }) => ({
      labels: labels.map(showLabel),
      value,
      timestampMs: toMs(start_time),
    }));
    const labels = each.labels.map(showLabel);
    return { labels, samples, ...(shown.length === 0 ? {} : { exemplars: shown }) };
  });
}

/** Serializes series that have one point each as JSON. */
function writeInstant(series: readonly Series[]): string {
  return writeAll(series, ({ labels, points }) => ({
    labels: labels.map(showLabel),
    value: points[0],
  }));
}

function writeAll(series: readonly Series[], show: (series: Series) => object): string {
  const texts: string[] = [];
  let characters = 0;
  for (const each of series) {
    const text = JSON.stringify(show(each));
    characters += text.length;
    if (characters > MAX_ANSWER_CHARACTERS) {
      const detail = 'the answer is too large: make step longer, or group by fewer fields';
      throw new HttpProblem(422, { detail });
    }
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}

function toMs(ns: bigint): string {
  return String(ns / NS_PER_MS);
}

/** Converts a label to the format of answers. A label has one value, so a list becomes a string. */
function showLabel({ key, value }: Label): object {
  const isList = value.type === 'list';
  return { key, value: isList ? { stringValue: textOfValue(value) } : showValue(value) };
}
