import { Buffer } from 'node:buffer';
import { parseJsonBody } from './parse-json-body.js';

describe('parseJsonBody', () => {
  it('parses UTF-8', () => {
    expect(parseJsonBody(Buffer.from('{"k":"ö"}'))).toEqual({
      status: 'parsed',
      value: { k: 'ö' },
    });
  });

  it.each([[[0x22, 0xff, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]], [[0x22, 0xc3]]])(
    'refuses the bytes %p because they are not UTF-8',
    (bytes) => {
      expect(parseJsonBody(Buffer.from(bytes))).toMatchObject({
        status: 'malformed',
        message: 'Invalid UTF-8',
      });
    },
  );

  it('refuses a byte order mark', () => {
    expect(parseJsonBody(Buffer.from('\ufeff{}')).status).toBe('malformed');
  });
});
