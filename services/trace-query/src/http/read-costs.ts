import type { HttpResponse } from '@spanhouse/api-kit';
import type { ReadCost } from '@spanhouse/trace-store/reader';

const header = 'x-query-cost';

/** Adds up the costs of a request's statements; see docs/api/spans-and-traces.md. */
export class ReadCosts {
  #statements = 0;
  #rows = 0;
  #bytes = 0;
  #ms = 0;
  /** True if the answer begins before the read is complete. The costs then follow in a trailer. */
  isUnderWay = false;

  add({ rows, bytes, ms }: ReadCost): void {
    this.#statements += 1;
    this.#rows += rows;
    this.#bytes += bytes;
    this.#ms += ms;
  }

  /** Rows and bytes that have been read so far. */
  get soFar(): Pick<ReadCost, 'rows' | 'bytes'> {
    return { rows: this.#rows, bytes: this.#bytes };
  }

  /** Writes the cost header or announces the trailer. MUST be called before anything else is written. */
  writeHead(res: HttpResponse): void {
    if (this.isUnderWay) {
      res.setHeader('trailer', header);
    } else if (this.#statements > 0) {
      res.setHeader(header, this.#text());
    }
  }

  /** Writes the trailer if `writeHead` announced it. MUST be called before the response ends. */
  writeTrailer(res: HttpResponse): void {
    if (this.isUnderWay) {
      res.addTrailers({ [header]: this.#text() });
    }
  }

  #text(): string {
    return `rows=${this.#rows}, bytes=${this.#bytes}, ms=${Math.ceil(this.#ms)}`;
  }
}
