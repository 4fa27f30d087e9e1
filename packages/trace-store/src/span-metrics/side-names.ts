import { attributeJson } from '../filter/attribute-json.js';
import { cut, listedLeaves } from '../filter/leaves.js';
import { isAddress, peerKeys } from '../span-metrics.js';

export const noParent = "toFixedString('', 8)";
export const isClient = "span_kind IN ('SPAN_KIND_CLIENT', 'SPAN_KIND_PRODUCER')";
export const isServer = "span_kind IN ('SPAN_KIND_SERVER', 'SPAN_KIND_CONSUMER')";
export const isServerBelow = `(${isServer} AND parent_id != ${noParent})`;
const hasName = peerKeys
  .filter((key) => !isAddress(key))
  .map((key) => listedLeaves(key).hasScalar)
  .join(' OR ');
/**
 * SQL condition for spans with an attribute that may name the span's other side. Servers and consumers with a parent
 * are excluded.
 */
export const mayName = `(NOT ${isServerBelow} AND (${cut} OR ${hasName}))`;

/**
 * Returns SQL for the JSON of an attribute; `''` if the key columns show that the span does not have it. The key
 * columns are tested first, because parsing JSON is expensive.
 */
export function peerJson(key: string): string {
  const json = attributeJson({ field: 'attributes', key });
  const isWanted = `${cut} OR ${listedLeaves(key).hasScalar}`;
  return `if(${isWanted}, ${json}, '')`;
}

/** Returns an SQL condition that is true if the JSON can be used as a name. */
function isName(json: string): string {
  return `(${json} NOT IN ('', '""', 'null') AND substring(${json}, 1, 1) NOT IN ('{', '['))`;
}

/** Returns SQL for the first attribute of `keys` that can be used as a name; `''` if none of them can. */
function firstName(keys: readonly (typeof peerKeys)[number][]): string {
  return `arrayFirst(json -> ${isName('json')}, [${keys.map(peer).join(', ')}])`;
}

function peer(key: (typeof peerKeys)[number]): string {
  return `peers[${peerKeys.indexOf(key) + 1}]`;
}

/** SQL for the name of the other side of a call, for use if the other side sends no spans. */
export const virtual = firstName(['peer.service', 'db.name', 'db.system', 'db.system.name']);

/**
 * SQL for the name of the database that a client calls. The most specific name available is used; the result is empty
 * if the client calls no database.
 */
export const database = databaseName();

function databaseName(): string {
  const keys = ['db.namespace', 'db.name', 'db.system.name', 'db.system'] as const;
  const named = (key: (typeof peerKeys)[number]) => `${isName(peer(key))}, [${peer(key)}]`;
  const [address, port] = [peer('network.peer.address'), peer('network.peer.port')];
  return [
    `multiIf(span_kind != 'SPAN_KIND_CLIENT' OR ${firstName(keys)} = '', [],`,
    `${named('peer.service')}, ${named('server.address')},`,
    `${isName(address)}, if(${isName(port)}, [${address}, ${port}], [${address}]), [${firstName(keys)}])`,
  ].join(' ');
}
