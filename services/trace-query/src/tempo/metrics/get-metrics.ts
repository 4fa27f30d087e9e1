import type { Route } from '@spanhouse/api-kit';
import { exemplarsOf, largestSeries, planSeries, type Series } from '@spanhouse/traceql/metrics';
import { openWithAnalytics } from '../../front-doors/open-services.js';
import type { ReadContext } from '../../http/read-handler.js';
import { RawJson } from '../../http/send-json.js';
import { countQuery } from '../../traceql/count-query.js';
import type { CountedSpans } from '../../traceql/span-count.js';
import { type TempoServices, tempoRoute } from '../tempo-services.js';
import {
  parseMetricsInstant,
  parseMetricsRange,
  type TempoMetrics,
} from './parse-tempo-metrics.js';
import { writeInstant, writeRange } from './write-series.js';

/** Computes metrics over a range and at an instant. */
export function getTempoMetrics(services: TempoServices): readonly Route[] {
  const { clock } = services;
  return [
    tempoRoute(services, 'GET /api/metrics/query_range', {
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
    tempoRoute(services, 'GET /api/metrics/query', {
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
  return await countQuery(asked, await openWithAnalytics(services, context));
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
    : exemplarsOf(picked, series, { plan: planSeries(query.first), grid });
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
