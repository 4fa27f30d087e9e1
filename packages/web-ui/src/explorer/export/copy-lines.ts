/** Destination of exported lines. */
export interface LineSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Completes the destination and keeps the written lines. */
  close(): Promise<void>;
  /** Discards the written lines. */
  abort(): Promise<void>;
}

/** Progress of an export. */
export interface ExportProgress {
  readonly rows: number;
  readonly bytes: number;
}

/** Result of an export. Either all lines were written, or the export failed and no lines are kept. */
export type ExportOutcome = ExportProgress & {
  readonly status: 'written' | 'failed';
  readonly message?: string;
};

/** Maximum length of a line that describes a failure. */
const MAX_ERROR_LINE = 8192;
const NEW_LINE = 10;

/**
 * Copies a stream of lines to a sink as they arrive. The export fails if the last line has the member `error`, so that
 * an incomplete file never looks complete.
 */
export async function copyLines(
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  sink: LineSink,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportOutcome> {
  const last = new LastLine();
  let bytes = 0;
  try {
    for await (const chunk of body) {
      last.read(chunk);
      bytes += chunk.length;
      await sink.write(chunk);
      onProgress({ rows: last.count, bytes });
    }
    const message = errorOf(last.text);
    if (message !== undefined) {
      await sink.abort();
      return { status: 'failed', message, rows: last.count - 1, bytes };
    }
    await sink.close();
    return { status: 'written', rows: last.count, bytes };
  } catch (error) {
    await sink.abort().catch(() => undefined); // a sink that fails to write may also fail to abort
    return { status: 'failed', message: (error as Error).message, rows: last.count, bytes };
  }
}

/** Counts lines and keeps the beginning of the last non-empty one. */
class LastLine {
  #lines = 0;
  #isInLine = false;
  #start: Uint8Array[] = [];
  #length = 0;

  get count(): number {
    return this.#lines;
  }

  get text(): string {
    const decoder = new TextDecoder();
    return this.#start.map((part) => decoder.decode(part, { stream: true })).join('');
  }

  read(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const found = chunk.indexOf(NEW_LINE, from);
      const end = found < 0 ? chunk.length : found;
      if (end > from) {
        this.#take(chunk.subarray(from, end));
      }
      this.#isInLine = found < 0 && (this.#isInLine || end > from);
      from = end + 1;
    }
  }

  #take(part: Uint8Array): void {
    if (!this.#isInLine) {
      this.#lines += 1;
      this.#start = [];
      this.#length = 0;
    }
    if (this.#length < MAX_ERROR_LINE) {
      this.#start.push(part.slice(0, MAX_ERROR_LINE - this.#length));
      this.#length += part.length;
    }
  }
}

/** Returns the message of a line that describes a failure; undefined for a row. */
function errorOf(line: string): string | undefined {
  if (!line.startsWith('{"error"')) {
    return undefined;
  }
  try {
    const { error } = JSON.parse(line) as { readonly error?: { readonly message?: string } };
    return error?.message ?? 'The stream failed.';
  } catch {
    return undefined;
  }
}
