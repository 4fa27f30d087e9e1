import type { toJaegerProcess } from './to-jaeger-span.js';

/** Numbers the processes of a trace. Equal processes share an id. */
export class JaegerProcesses {
  /** Ids of processes, by the JSON text of the process. */
  readonly #ids = new Map<string, string>();

  /** Returns the id of a process: `p1`, `p2` and so on, in the order of first use. */
  idOf(process: ReturnType<typeof toJaegerProcess>): string {
    const text = JSON.stringify(process);
    const id = this.#ids.get(text) ?? `p${this.#ids.size + 1}`;
    this.#ids.set(text, id);
    return id;
  }

  /** Returns the JSON text of an object with all processes by id. */
  json(): string {
    return `{${[...this.#ids].map(([text, id]) => `"${id}":${text}`).join(',')}}`;
  }
}
