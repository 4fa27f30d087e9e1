import { parseErrorAt } from '../traceql-error.js';

const plainPart = /[^\s{}()=~!<>&|^,"]+/y;
const quotedPart = /"(?:[^"\\]|\\["\\])*"/y;

/**
 * Scans the name of an attribute after its dot. Quoted parts may contain any character; arithmetic operators belong to
 * the name. Throws if there is no name.
 */
export function scanName(
  query: string,
  start: number,
): { readonly text: string; readonly name: string } {
  let [end, name] = [start, ''];
  for (;;) {
    const isQuoted = query[end] === '"';
    const pattern = isQuoted ? quotedPart : plainPart;
    pattern.lastIndex = end;
    const part = pattern.exec(query)?.[0];
    if (part === undefined) {
      break;
    }
    name += isQuoted ? part.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : part;
    end += part.length;
  }
  if (query[end] === '"') {
    throw parseErrorAt(
      query,
      end,
      'the quoted name does not end, or has another escape than \\" and \\\\',
    );
  }
  if (name === '') {
    throw parseErrorAt(query, start, 'expected the name of an attribute');
  }
  return { text: query.slice(start, end), name };
}
