import { HttpProblem } from '@spanhouse/api-kit';
import type { Exemplar, Label, Series, TimeGrid } from '@spanhouse/traceql/metrics';
import { textOfValue, timeOf } from '@spanhouse/traceql/metrics';
import { showValue } from '../show-value.js';

/** Maximum size of all series of an answer. */
const MAX_ANSWER_CHARACTERS = 64 * 1024 * 1024;
const NS_PER_MS = 1_000_000n;

/** Writes series as JSON, each with its samples and exemplars. */
export function writeRange(
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
export function writeInstant(series: readonly Series[]): string {
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
