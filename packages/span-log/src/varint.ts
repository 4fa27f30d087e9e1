/** Unsigned LEB128 of safe integers. */
export const writeVarint = (bytes: number[], value: number): void => {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
};

/** Reads from the front; every method returns undefined past the end or on a malformed value. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#bytes.length;
  }

  readVarint(): number | undefined {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 0x80) {
      const byte = this.#bytes[this.#position];
      if (byte === undefined) return undefined;
      this.#position += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return Number.isSafeInteger(value) ? value : undefined;
    }
    return undefined;
  }

  readText(): string | undefined {
    const length = this.readVarint();
    if (length === undefined || this.#position + length > this.#bytes.length) return undefined;
    const start = this.#position;
    this.#position += length;
    return Buffer.from(this.#bytes.subarray(start, this.#position)).toString('utf8');
  }
}
