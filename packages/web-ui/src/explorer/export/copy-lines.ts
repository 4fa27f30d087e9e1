export type Bytes = Uint8Array<ArrayBuffer>;

/** Progress of an export: the numbers of lines and bytes written so far. */
export interface ExportProgress {
  readonly rows: number;
  readonly bytes: number;
}

/** Result of an export. Either the file contains all lines, or the export failed and the file was discarded. */
export type ExportOutcome = ExportProgress & {
  readonly status: 'written' | 'failed';
  readonly message?: string;
};

/** Maximum size in bytes of a line that reports an error. */
const MAX_ERROR_LINE = 8192;
const NEW_LINE = 10;

/**
 * Copies a stream of lines to a file as the lines arrive. If the last line has the member `error`, the export fails, so
 * that an incomplete file never looks complete. On failure, the content of the file is discarded.
 */
export async function copyLines(
  body: ReadableStream<Bytes>,
  file: WritableStream<Bytes>,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportOutcome> {
  const last = new LastLine();
  let bytes = 0;
  const counter = new TransformStream<Bytes, Bytes>({
    transform(chunk, stream) {
      last.read(chunk);
      bytes += chunk.length;
      stream.enqueue(chunk);
      onProgress({ rows: last.count, bytes });
    },
    flush() {
      const message = errorOf(last.text);
      if (message !== undefined) {
        throw new Error(message);
      }
    },
  });
  try {
    await body.pipeThrough(counter).pipeTo(file);
    return { status: 'written', rows: last.count, bytes };
  } catch (error) {
    const rows = errorOf(last.text) === undefined ? last.count : last.count - 1;
    return { status: 'failed', message: (error as Error).message, rows, bytes };
  }
}

/** Counts lines and keeps the beginning of the last non-empty line. */
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

/** Returns the error message in a line; undefined if the line is a row. */
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
