import { checkAnswer } from './documented-answers.js';

const { fetch } = globalThis;

/**
 * Rejects if the API document does not describe the response, so that every test checks all responses that it receives.
 */
globalThis.fetch = async (input, init) => {
  const request = input instanceof Request ? input : undefined;
  const response = await fetch(input, init);
  const text = await response
    .clone()
    .text()
    .catch(() => undefined);
  if (text !== undefined) {
    checkAnswer({
      method: init?.method ?? request?.method ?? 'GET',
      url: request?.url ?? String(input),
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text,
    });
  }
  return response;
};
