import type { StoredSpan } from '@spanhouse/span-row';
import type {
  InstrumentationScope,
  JsonObject,
  SpanLink,
  SpanResource,
} from '@spanhouse/span-schema';
import type { FlatAttributes, TracedSpan } from '@spanhouse/traceql/evaluate';
import { eventsOf } from '../front-doors/to-dialect-span.js';
import { parseIfStored, parseStoredJson } from '../span-json/parse-stored-json.js';
import { attributesJson } from '../span-json/write-span-json.js';
import { plainValues, resourceValues, spanValues } from './flat-values.js';

const MAX_RESOURCES = 1000;
const none: FlatAttributes = new Map();

/** Converts stored spans for queries. Caches resources, because most spans of a search share a few of them. */
export class QueriedSpans {
  readonly #resources = new Map<string, FlatAttributes>();

  /** Converts a span. If `attributes` is given, it replaces the stored attributes. */
  show(stored: StoredSpan, attributes?: FlatAttributes): TracedSpan {
    return new QueriedSpan(stored, (text) => this.#resource(text), attributes);
  }

  /** Returns the service that recorded a span; an empty string if the span has no service. */
  serviceOf({ resource }: StoredSpan): string {
    const service = this.#resource(resource).get('service.name');
    return service?.type === 'string' ? service.value : '';
  }

  #resource(text: string | undefined): FlatAttributes {
    if (text === undefined) {
      return none;
    }
    const known = this.#resources.get(text);
    if (known !== undefined) {
      return known;
    }
    if (this.#resources.size === MAX_RESOURCES) {
      this.#resources.clear();
    }
    const values = resourceValues(parseStoredJson<SpanResource>(text).attributes);
    this.#resources.set(text, values);
    return values;
  }
}

/** A span that parses each stored JSON column on first access, because most queries need few of them. */
class QueriedSpan implements TracedSpan {
  readonly span_id: string;
  readonly parent_id: string;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly span_name: string;
  readonly kind: TracedSpan['kind'];
  readonly status: TracedSpan['status'];
  readonly status_message: string;
  readonly #stored: StoredSpan;
  readonly #resourceOf: (text: string | undefined) => FlatAttributes;
  #attributes: FlatAttributes | undefined;
  #scope: TracedSpan['scope'] | undefined;
  #events: TracedSpan['events'] | undefined;
  #links: TracedSpan['links'] | undefined;

  constructor(
    stored: StoredSpan,
    resourceOf: (text: string | undefined) => FlatAttributes,
    attributes: FlatAttributes | undefined,
  ) {
    this.#stored = stored;
    this.#resourceOf = resourceOf;
    this.#attributes = attributes;
    this.span_id = stored.span_id;
    this.parent_id = stored.parent_id ?? '';
    this.start_time = stored.start_time;
    this.end_time = stored.end_time;
    this.span_name = stored.span_name;
    this.kind = kinds[stored.span_kind] ?? 'unspecified';
    this.status = statuses[stored.status_code] ?? 'unset';
    this.status_message = stored.status_message ?? '';
  }

  get attributes(): FlatAttributes {
    const { attributes } = this.#stored;
    this.#attributes ??=
      attributes === ''
        ? none
        : spanValues(parseStoredJson<JsonObject>(attributesJson(this.#stored)));
    return this.#attributes;
  }

  get resource(): FlatAttributes {
    return this.#resourceOf(this.#stored.resource);
  }

  get scope(): TracedSpan['scope'] {
    this.#scope ??= toScope(parseIfStored<InstrumentationScope>(this.#stored.scope));
    return this.#scope;
  }

  get events(): TracedSpan['events'] {
    this.#events ??= eventsOf(this.#stored)
      .map((event) => ({ ...event, attributes: plainValues(event.attributes) }))
      .sort((a, b) => (a.timestamp < b.timestamp ? -1 : Number(a.timestamp > b.timestamp)));
    return this.#events;
  }

  get links(): TracedSpan['links'] {
    this.#links ??= (parseIfStored<readonly SpanLink[]>(this.#stored.links) ?? []).map(
      ({ trace_id, span_id, attributes }) => ({
        trace_id,
        span_id,
        attributes: spanValues(attributes),
      }),
    );
    return this.#links;
  }
}

function toScope(scope: InstrumentationScope | undefined): TracedSpan['scope'] {
  return {
    name: scope?.name ?? '',
    version: scope?.version ?? '',
    attributes: plainValues(scope?.attributes),
  };
}

/**
 * Kinds by their stored value. Unknown kinds, which a newer writer may store, are treated as unspecified, and unknown
 * statuses as unset.
 */
const kinds: Readonly<Record<string, TracedSpan['kind']>> = {
  SPAN_KIND_INTERNAL: 'internal',
  SPAN_KIND_SERVER: 'server',
  SPAN_KIND_CLIENT: 'client',
  SPAN_KIND_PRODUCER: 'producer',
  SPAN_KIND_CONSUMER: 'consumer',
};
const statuses: Readonly<Record<string, TracedSpan['status']>> = {
  STATUS_CODE_OK: 'ok',
  STATUS_CODE_ERROR: 'error',
};
