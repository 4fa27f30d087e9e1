import request from 'supertest';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.js';

export const protobufHeaders = { 'content-type': 'application/x-protobuf' };
export const jsonType = { 'content-type': 'application/json' };

export interface Sent {
  readonly body: Buffer | string;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** Sends the given bytes unchanged and returns the bytes of the response. */
export async function sendOtlp(
  gateway: TestGateway,
  { body, headers = protobufHeaders, path = '/v1/traces' }: Sent,
) {
  const response = await request(gateway.app)
    .post(path)
    .set(headers)
    .serialize((bytes) => bytes)
    .buffer()
    .parse((stream, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => done(null, Buffer.concat(chunks)));
    })
    .send(body as Buffer);
  return {
    status: response.status,
    type: response.headers['content-type'],
    receipt: response.headers['x-ingest-receipt'],
    retryAfter: response.headers['retry-after'],
    bytes: response.body as Buffer,
  };
}

export async function answerTo(sent: Sent, options: TestGatewayOptions = {}) {
  const gateway = createTestGateway(options);
  return { ...(await sendOtlp(gateway, sent)), stored: gateway.storedSpans() };
}
