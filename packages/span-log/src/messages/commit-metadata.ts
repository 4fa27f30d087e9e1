/** Throws a RangeError if the metadata is larger than a commit allows. */
export function checkMetadata(metadata: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(metadata);
  if (bytes > maxBytes) {
    throw new RangeError(`commit metadata has ${bytes} bytes, at most ${maxBytes} fit`);
  }
}
