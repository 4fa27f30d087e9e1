import type { HttpResponse } from '@spanhouse/service-runtime';
import type { ReadCost } from '@spanhouse/trace-store/reader';

const HEADER = 'x-query-cost';

/** What a request has cost the store so far (API: "Query cost"). */
export class ReadCosts {
  #statements = 0;
  #rows = 0;
  #bytes = 0;
  #ms = 0;
  /** The answer begins before the store has been read to its end. */
  isUnderWay = false;

  add({ rows, bytes, ms }: ReadCost): void {
    this.#statements += 1;
    this.#rows += rows;
    this.#bytes += bytes;
    this.#ms += ms;
  }

  /** To be called before anything is written: a header, or the promise of a trailer. */
  writeHead(res: HttpResponse): void {
    if (this.isUnderWay) {
      res.setHeader('trailer', HEADER);
    } else if (this.#statements > 0) {
      res.setHeader(HEADER, this.#text());
    }
  }

  /** To be called before the answer ends. */
  writeTrailer(res: HttpResponse): void {
    if (this.isUnderWay) res.addTrailers({ [HEADER]: this.#text() });
  }

  #text(): string {
    return `rows=${this.#rows}, bytes=${this.#bytes}, ms=${Math.ceil(this.#ms)}`;
  }
}
