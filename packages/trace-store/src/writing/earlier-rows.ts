import {
  columnsOfVersion,
  packedColumns,
  packedTexts,
  presentBits,
  ROW_SCHEMA_VERSION,
} from '@spanhouse/span-row';
import { PACKED_HEAD_BYTES } from '../filter/packed-text.js';

function bytesOf(value: string): string {
  return `reinterpretAsFixedString(${value})`;
}

const timeType = "DateTime64(9, 'UTC')";

/** Returns SQL that builds the column `packed` from the columns of its members. */
function packed(): string {
  const lengths = packedTexts.map((name) => `length(\`${name}\`)`);
  const ends = lengths.map((_, index) =>
    bytesOf(`toUInt32(${[PACKED_HEAD_BYTES, ...lengths.slice(0, index + 1)].join(' + ')})`),
  );
  const fixed = packedColumns
    .filter(({ type }) => type !== 'String')
    .map(({ name, type }) => bytesOf(type === timeType ? `toUnixTimestamp64Nano(${name})` : name));
  const members = [...fixed, ...ends, ...packedTexts.map((name) => `\`${name}\``)];
  return `concat(${members.join(', ')})`;
}

/**
 * Returns SQL for the session or user id of a span; NULL if the span has none. Maps may contain truncated values, so
 * long values are read from the attributes JSON.
 */
function actorId(actor: 'session' | 'user'): string {
  const inMap = `string_attributes['ag.${actor}.id']`;
  const mayBeCut = `bitAnd(present, ${presentBits.attributes_cut}) != 0 OR length(${inMap}) >= 95`;
  const inText = `JSONExtract(attributes, 'ag', '${actor}', 'id', 'Nullable(String)')`;
  return `multiIf(${mayBeCut}, ${inText}, mapContains(string_attributes, 'ag.${actor}.id'), ${inMap}, NULL)`;
}

const maps = ['string_attributes', 'number_attributes', 'bool_attributes'] as const;
type MapName = (typeof maps)[number];

/** SQL condition that excludes paths that contain the separator, a NUL. The encoder excludes the same paths. */
const isListed = "position(k, '\\0') = 0";
const hasOthers = `(${maps.map((map) => `arrayExists(k -> NOT (${isListed}), mapKeys(${map}))`).join(' OR ')})`;
const isCut = `(bitAnd(present, ${presentBits.attributes_cut}) != 0 OR ${hasOthers})`;

function keysOf(map: MapName): string {
  return `arrayStringConcat(arrayMap(k -> concat(k, '\\0'), arrayFilter(k -> ${isListed}, mapKeys(${map}))))`;
}

/**
 * Returns SQL for the hash of a path `k` and a value that is given as bytes. It equals the result of `pairHash` in
 * span-row.
 */
function pairHash(value: string): string {
  return `greatest(bitXor(murmurHash3_32(${value}), toUInt32(murmurHash3_32(trimRight(k, '0123456789')) * 2654435769)), toUInt32(1))`;
}

function hashesOf(map: MapName, value: string): string {
  return `arrayMap((k, v) -> ${pairHash(value)}, mapKeys(${map}), mapValues(${map}))`;
}

const computed: Readonly<Record<string, string>> = {
  present: [
    'bitOr(present, toUInt32(0',
    ` + if(has_type_span, ${presentBits.has_type_span}, 0)`,
    ` + if(submitted_cumulative = '', ${presentBits.nothing_submitted}, 0)`,
    ` + if(isNull(${actorId('session')}), 0, ${presentBits.ag_session_id})`,
    ` + if(isNull(${actorId('user')}), 0, ${presentBits.ag_user_id})`,
    ` + if(${hasOthers}, ${presentBits.attributes_cut}, 0)))`,
  ].join(''),
  ag_session_id: `ifNull(${actorId('session')}, '')`,
  ag_user_id: `ifNull(${actorId('user')}, '')`,
  packed: packed(),
  string_keys: keysOf('string_attributes'),
  number_keys: keysOf('number_attributes'),
  bool_keys: keysOf('bool_attributes'),
  number_values: `arrayFilter((v, k) -> ${isListed}, mapValues(number_attributes), mapKeys(number_attributes))`,
  attribute_hashes: `arrayConcat(${hashesOf('string_attributes', 'v')}, ${hashesOf('number_attributes', 'v')}, ${hashesOf('bool_attributes', "if(v, 'true', 'false')")}, if(${isCut}, [toUInt32(0)], emptyArrayUInt32()))`,
};

/** SQL for the resource attribute `service.version`, which has no column in rows of version 1. */
const serviceVersion =
  "if(JSONType(resource, 'attributes', 'service.version') = 'String', JSONExtractString(resource, 'attributes', 'service.version'), '')";

/**
 * Returns, for each column of a current row, SQL that computes the column from a row of version 1 or 2. These versions
 * had one column per member, and maps for the scalar attributes.
 */
export function fromEarlierRow(version: number): ReadonlyMap<string, string> {
  const kept = new Set<string>(columnsOfVersion(version).map(({ name }) => name));
  return new Map(
    columnsOfVersion(ROW_SCHEMA_VERSION).map(({ name }) => {
      const known = kept.has(name) ? `\`${name}\`` : serviceVersion;
      return [name, computed[name] ?? known];
    }),
  );
}
