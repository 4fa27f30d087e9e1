export type ContentEncoding = 'identity' | 'gzip' | 'zlib' | 'deflate' | 'zstd';

const BY_NAME: Readonly<Record<string, ContentEncoding>> = {
  '': 'identity',
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  zstd: 'zstd',
};

/** Undefined for an encoding nobody here can undo, a list of several included. */
export function parseContentEncoding(header: string | undefined): ContentEncoding | undefined {
  const name = (header ?? '').trim().toLowerCase();
  return Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
}

/** What the first bytes prove, or undefined. Neither a protobuf message nor JSON begins like this. */
export function sniffContentEncoding(body: Uint8Array): 'gzip' | 'zlib' | undefined {
  const [first = 0, second = 0] = body;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  return isZlibHeader(first, second) ? 'zlib' : undefined;
}

/** RFC 1950: method 8, a window of at most 32 KiB, and the two bytes a multiple of 31. */
function isZlibHeader(first: number, second: number): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0;
}
