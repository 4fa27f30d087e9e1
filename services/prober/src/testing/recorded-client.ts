import type { HttpAnswer, HttpClient, ProbeRequest } from '../http/http-client.js';

export interface RecordedClient extends HttpClient {
  readonly requests: readonly ProbeRequest[];
}

/**
 * Creates a client that records requests and returns the responses that a test specifies. A streamed response is one
 * string with a newline after each line.
 */
export function recordedClient(
  answer: (request: ProbeRequest) => Partial<HttpAnswer> | object,
): RecordedClient {
  const requests: ProbeRequest[] = [];
  const ask = (request: ProbeRequest): HttpAnswer => {
    requests.push(request);
    const given = answer(request);
    const whole = { status: 200, receipt: undefined };
    return 'text' in given || 'status' in given
      ? { ...whole, text: '', ...given }
      : { ...whole, text: JSON.stringify(given) };
  };
  return {
    timeoutMs: 10_000,
    requests,
    send: (request) => Promise.resolve(ask(request)),
    follow(request, onLine) {
      ask(request).text.split('\n').some(onLine);
      return Promise.resolve();
    },
  };
}
