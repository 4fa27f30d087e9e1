import type { toJaegerProcess } from './to-jaeger-span.js';

/** Assigns ids to the processes of a trace. Equal processes share one id. */
export class JaegerProcesses {
  /** Process ids, keyed by the process as JSON. */
  readonly #ids = new Map<string, string>();

  /** Returns the id of a process. Ids are `p1`, `p2` and so on, in the order of first use. */
  idOf(process: ReturnType<typeof toJaegerProcess>): string {
    const text = JSON.stringify(process);
    const id = this.#ids.get(text) ?? `p${this.#ids.size + 1}`;
    this.#ids.set(text, id);
    return id;
  }

  /** Returns all processes as a JSON object keyed by id. */
  json(): string {
    return `{${[...this.#ids].map(([text, id]) => `"${id}":${text}`).join(',')}}`;
  }
}
