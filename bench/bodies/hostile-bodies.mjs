import { hostileJson } from './hostile-json.mjs';
import { hostileNames } from './hostile-names.mjs';
import { hostileOtherJson } from './hostile-other-json.mjs';
import { hostileProtobuf } from './hostile-protobuf.mjs';

/**
 * Bodies that cost much for their size: deep, wide, long-keyed, with many small parts. `make(bytes)` returns
 * one of about that size.
 */
export const hostileBodies = [
  ...hostileJson,
  ...hostileOtherJson,
  ...hostileProtobuf,
  ...hostileNames,
];
