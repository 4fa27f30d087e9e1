import { HttpProblem, type Route } from '@spanhouse/api-kit';
import {
  type Exemplar,
  exemplarsOf,
  type Label,
  largestSeries,
  type Series,
  type TimeGrid,
  textOfValue,
  timeOf,
} from '@spanhouse/traceql/metrics';
import type { ReadContext } from '../../http/read-handler.js';
import { RawJson } from '../../http/send-json.js';
import { countQuery } from '../../traceql/count-query.js';
import type { CountedSpans } from '../../traceql/span-count.js';
import { showValue } from '../show-value.js';
import type { TempoServices } from '../tempo-services.js';
import {
  parseMetricsInstant,
  parseMetricsRange,
  type TempoMetrics,
} from './parse-tempo-metrics.js';

/** Computes metrics over a range and at an instant. */
export function getTempoMetrics(services: TempoServices): readonly Route[] {
  const { clock } = services;
  return [
    services.read('GET /api/metrics/query_range', {
      kind: 'traces',
      parse: (req) => parseMetricsRange(req, clock.nowNs()),
      async answer(asked, context) {
        const counted = await count(services, asked, context);
        const series = finish(services, counted);
        return answerOf(
          writeRange(series.shown, asked.grid, exemplarsIn(asked, counted, series.shown)),
          series,
          context,
        );
      },
    }),
    services.read('GET /api/metrics/query', {
      kind: 'traces',
      parse: (req) => parseMetricsInstant(req, clock.nowNs()),
      async answer(asked, context) {
        const series = finish(services, await count(services, asked, context));
        return answerOf(writeInstant(series.shown), series, context);
      },
    }),
  ];
}

async function count(
  services: TempoServices,
  asked: TempoMetrics,
  context: ReadContext,
): Promise<CountedSpans> {
  return await countQuery(asked, await services.open(context));
}

/** The returned series, and their total number. */
interface Finished {
  readonly shown: readonly Series[];
  readonly total: number;
}

function finish({ tempo }: TempoServices, { series }: CountedSpans): Finished {
  return { shown: largestSeries(series, tempo.maxSeries), total: series.length };
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

function answerOf(series: string, { shown, total }: Finished, { costs }: ReadContext): RawJson {
  const { bytes } = costs.soFar;
  const metrics = bytes === 0 ? {} : { inspectedBytes: String(Math.trunc(bytes)) };
  const partial =
    shown.length === total
      ? ''
      : `,"status":"PARTIAL","message":"${shown.length} of ${total} series"`;
  return new RawJson(`{"series":${series},"metrics":${JSON.stringify(metrics)}${partial}}`);
}

/** Maximum size of all series of an answer. */
const MAX_ANSWER_CHARACTERS = 64 * 1024 * 1024;
const NS_PER_MS = 1_000_000n;

/** Writes series as JSON, each with its samples and exemplars. */
function writeRange(
  series: readonly Series[],
  grid: TimeGrid,
  exemplars: ReadonlyMap<Series, readonly Exemplar[]>,
): string {
  return writeAll(series, (each) => {
    const samples: object[] = [];
    each.points.forEach((value, point) => {
      if (!Number.isNaN(value)) {
        samples.push({ timestampMs: toMs(timeOf(grid, point)), value });
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

/** Writes series with one point each as JSON. */
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

/** Writes a label. A list is written as text, because a label has one value. */
function showLabel({ key, value }: Label): object {
  const isList = value.type === 'list';
  return { key, value: isList ? { stringValue: textOfValue(value) } : showValue(value) };
}
