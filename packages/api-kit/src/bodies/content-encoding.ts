/** The encodings of bodies. Headers never name `zlib`: its first bytes reveal it. */
export type ContentEncoding = 'identity' | 'gzip' | 'zlib' | 'deflate' | 'zstd';

const byName: Readonly<Record<string, ContentEncoding>> = {
  '': 'identity',
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  zstd: 'zstd',
};

/** Parses a Content-Encoding. Returns `undefined` for an unsupported encoding and for a list of encodings. */
export function parseContentEncoding(header: string | undefined): ContentEncoding | undefined {
  const name = (header ?? '').trim().toLowerCase();
  return Object.hasOwn(byName, name) ? byName[name] : undefined;
}

/** Recognizes gzip and zlib by their first bytes. Neither a protobuf message nor JSON begins with these bytes. */
export function sniffContentEncoding(body: Uint8Array): 'gzip' | 'zlib' | undefined {
  const [first = 0, second = 0] = body;
  if (first === 0x1f && second === 0x8b) {
    return 'gzip';
  }
  return isZlibHeader(first, second) ? 'zlib' : undefined;
}

/** RFC 1950: method 8, a window of at most 32 KiB; the two bytes are a multiple of 31. */
function isZlibHeader(first: number, second: number): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;
}
