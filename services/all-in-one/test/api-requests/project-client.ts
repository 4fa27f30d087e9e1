import { type Answer, consistentWith, type Json, send } from '../http-client.js';
import { KnownValues } from './known-values.js';

/** Sends requests with a project's key, and records the values in the responses. */
export class ProjectClient {
  readonly known: KnownValues;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #receipts: string[] = [];

  constructor(
    url: string,
    headers: Readonly<Record<string, string>>,
    isSecret?: (value: string) => boolean,
  ) {
    this.#url = url;
    this.#headers = headers;
    this.known = new KnownValues(isSecret);
  }

  async send(method: string, path: string, body?: Json): Promise<Answer> {
    const answer = await send(`${this.#url}${path}`, {
      method,
      headers: { ...this.#headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.known.collect(answer.body);
    if (answer.receipt !== undefined) {
      this.known.add('receipt', answer.receipt);
      this.#receipts.push(answer.receipt);
    }
    return answer;
  }

  /** Sends a request that must succeed, and returns the response. */
  async write(path: string, body: Json): Promise<Json> {
    const answer = await this.send('POST', path, body);
    if (answer.status >= 300) {
      throw new Error(`${path} answers ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }

  /** Waits until all spans that this client sent are stored. */
  async untilStored(): Promise<void> {
    const { status } = await send(`${this.#url}/spans/?span_id=${'1'.repeat(16)}`, {
      headers: { ...this.#headers, ...consistentWith(...this.#receipts) },
    });
    if (status !== 200) {
      throw new Error(`waiting for receipts answers ${status}`);
    }
  }
}
