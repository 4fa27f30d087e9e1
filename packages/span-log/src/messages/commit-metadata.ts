/** Kafka's default `offset.metadata.max.bytes` is 4096. */
const MAX_METADATA_BYTES = 4000;

/** Throws a RangeError if the metadata does not fit into a commit. */
export function checkMetadata(metadata: string): void {
  const bytes = Buffer.byteLength(metadata);
  if (bytes > MAX_METADATA_BYTES) {
    throw new RangeError(`commit metadata has ${bytes} bytes, at most ${MAX_METADATA_BYTES} fit`);
  }
}
