/** Kafka's default `offset.metadata.max.bytes` is 4096. */
const maxMetadataBytes = 4000;

export const checkMetadata = (metadata: string): void => {
  const bytes = Buffer.byteLength(metadata);
  if (bytes > maxMetadataBytes) {
    throw new RangeError(`commit metadata has ${bytes} bytes, at most ${maxMetadataBytes} fit`);
  }
};
