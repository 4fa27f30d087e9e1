import type { StoredSpan } from '@spanhouse/span-row';
import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { longTexts, type TallyKey } from '@spanhouse/trace-store/reader';
import { type PlacedSpan, TraceShape, type Value } from '@spanhouse/traceql/evaluate';
import { unwrapDefaultOutputs } from '../span-json/default-outputs.js';
import { parseStoredJson } from '../span-json/parse-stored-json.js';
import { plainValues, spanValues } from './flat-values.js';
import type { QueriedSpans } from './queried-span.js';

/** Keys of a tally with the texts that some spans have for them. */
interface Told {
  readonly keys: readonly TallyKey[];
  readonly texts: readonly string[];
  /** A duration that is between the same bounds as those of the spans. */
  readonly duration: bigint;
}

/** Returns a span with what the keys tell of the spans that it stands for, and nothing else. */
export function standIn({ keys, texts, duration }: Told, shown: QueriedSpans): PlacedSpan {
  const told = keys.map((key, index) => [key, texts[index] ?? ''] as const);
  const members = Object.assign({}, ...told.map(([key, text]) => toldBy(key, text)));
  const unknown = { trace_id: '', span_id: '', attributes: '', start_time: 0n, span_name: '' };
  // A query asks only for what the keys tell.
  const stored = { ...unknown, end_time: duration, ...members } as StoredSpan;
  const attributes = new Map(told.flatMap(([key, text]) => toldAttributes(key, text)));
  const shape = new TraceShape('', [stored]);
  return { span: shown.show(stored, attributes), position: 0, shape, rootService: '' };
}

/** Returns whether texts tell all attributes: those that are too long are not told. */
export function tellAll({ keys, texts }: Pick<Told, 'keys' | 'texts'>): boolean {
  const long: readonly (string | undefined)[] = Object.values(longTexts);
  return keys.every(({ kind }, index) => kind !== 'attribute' || !long.includes(texts[index]));
}

function toldAttributes(key: TallyKey, text: string): readonly (readonly [string, Value])[] {
  if (key.kind === 'structure') {
    return key.of === 'attributes'
      ? [...spanValues(parseStoredJson<JsonObject>(unwrapDefaultOutputs(text)))]
      : [];
  }
  const value = key.kind === 'attribute' ? toldValue(key.key, text) : undefined;
  return key.kind === 'attribute' && value !== undefined ? [[key.key, value]] : [];
}

/** Returns the value that the text of an attribute tells. */
function toldValue(name: string, text: string): Value | undefined {
  if (!text.startsWith('=')) {
    return spanValues(parseStoredJson<JsonObject>(text)).get(name);
  }
  const json = text.slice(1);
  return json === ''
    ? undefined
    : plainValues({ [name]: parseStoredJson<JsonValue>(json) }).get(name);
}

function toldBy(key: TallyKey, text: string): Partial<StoredSpan> {
  switch (key.kind) {
    case 'span_name':
    case 'span_kind':
    case 'status_code':
      return { [key.kind]: text };
    case 'status_message':
      return text === '' ? {} : { status_message: text };
    case 'service':
      return toResource(
        text.startsWith('=')
          ? JSON.stringify({ attributes: { 'service.name': text.slice(1) } })
          : text,
      );
    case 'resource':
      return toResource(text);
    case 'structure':
      return key.of === 'attributes' || text === '' ? {} : { [key.of]: text };
    case 'is_top':
      return { parent_id: text === '1' ? undefined : 'ffffffffffffffff' };
    default:
      return {};
  }
}

function toResource(text: string): Partial<StoredSpan> {
  return text === '' ? {} : { resource: text };
}
