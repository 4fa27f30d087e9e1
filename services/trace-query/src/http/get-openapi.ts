import type { Route } from '@spanhouse/service-runtime';
import { createApiDocument } from '../openapi/api-document.js';

/** The API as OpenAPI 3.1. Built on first use: most processes are never asked. */
export function getOpenapi(): Route {
  let text: string | undefined;
  return {
    method: 'GET',
    path: '/openapi.json',
    handler: (_req, res) => {
      text ??= JSON.stringify(createApiDocument());
      res.type('application/json').send(text);
    },
  };
}
