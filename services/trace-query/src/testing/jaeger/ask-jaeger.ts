import type { HttpApp } from '@spanhouse/api-kit';
import { checkJaegerV3Json } from '@spanhouse/span-dialects/testing';
import request from 'supertest';
import type { z } from 'zod';
import type { Shown } from '../test-doors.js';
import { v1, v3Failure } from './jaeger-shapes.js';

/** Returns a client for paths below `/jaeger` that decodes answers strictly. */
export function askJaeger(app: HttpApp) {
  const readJson = async (path: string): Promise<Shown> => {
    const { body, status, text, headers } = await request(app).get(`/jaeger${path}`);
    if (status !== 200) {
      throw new Error(`${path} is answered ${status}: ${text}`);
    }
    expect(headers['content-type']).toMatch(/^application\/json/);
    return body;
  };
  const read = async <Shape extends z.ZodType>(path: string, shape: Shape) =>
    shape.parse(await readJson(path));
  const readV3 = async (path: string, type: string): Promise<Shown> => {
    const body = await readJson(`/api/v3/${path}`);
    checkJaegerV3Json(type, body);
    return body;
  };
  const summariesOf = async (query: string): Promise<Shown[]> =>
    (await readV3(`trace-summaries?${query}`, 'FindTraceSummariesResponse')).summaries;
  const tracesOf = async (query: string) => (await read(`/api/traces?${query}`, v1.traces)).data;
  return {
    read,
    /** Requests a version 3 message. */
    readV3,
    summariesOf,
    tracesOf,
    /** Returns the ids of the traces that a version 1 search finds. */
    idsOf: async (query: string) => (await tracesOf(query)).map(({ traceID }) => traceID),
    /** Returns the ids of the traces that a version 3 search finds, as 32 digits. */
    idsOfV3: async (query: string): Promise<string[]> =>
      (await summariesOf(query)).map(({ traceId }) => traceId),
    /** Returns the status and the message of an error in the format of its API version. */
    refusalOf: async (path: string): Promise<readonly [number, string]> => {
      const { body, status } = await request(app).get(`/jaeger${path}`);
      if (path.startsWith('/api/v3/')) {
        const { error } = v3Failure.parse(body);
        expect(error.httpCode).toBe(status);
        return [status, error.message];
      }
      const [{ code, msg }] = v1.failure.parse(body).errors;
      expect(code).toBe(status);
      return [status, msg];
    },
  };
}

export type JaegerClient = ReturnType<typeof askJaeger>;
export type V1Span = z.infer<typeof v1.traces>['data'][number]['spans'][number];

/** Returns a span's tags without those that ingest adds to every span. */
export function ownTags({ tags }: Pick<V1Span, 'tags'>): V1Span['tags'] {
  return tags.filter(({ key }) => !key.startsWith('ag.'));
}
