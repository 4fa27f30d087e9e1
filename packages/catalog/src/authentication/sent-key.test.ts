import { createKeyText, parseKeyText } from '../api-key-text.js';
import { readSentKey } from './sent-key.js';

const { text, prefix, hash } = createKeyText();
const key = { prefix, hash };
const other = createKeyText().text;

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

describe('readSentKey', () => {
  it.each([
    ['ApiKey', `ApiKey ${text}`],
    ['Bearer', `Bearer ${text}`],
    ['a scheme in other letters', ` bearer \t${text} `],
    ['no scheme', text],
    ['Basic with a public key as the user name', basic(`pk-lf-123:${text}`)],
    ['Basic without a user name', basic(`:${text}`)],
    ['basic in lower case', basic(`user:${text}`).replace('Basic', 'basic ')],
  ])('reads a key of authorization with %s', (_, authorization) => {
    expect(readSentKey({ authorization })).toEqual(key);
  });

  it('reads the key from x-api-key, even if a proxy uses the authorization header', () => {
    expect(readSentKey({ 'x-api-key': text })).toEqual(key);
    expect(readSentKey({ 'x-api-key': ` ${text} `, authorization: '' })).toEqual(key);
    expect(readSentKey({ 'x-api-key': text, authorization: basic('proxy:secret') })).toEqual(key);
  });

  it('prefers the key in authorization if both headers contain one', () => {
    const headers = { authorization: `Bearer ${other}`, 'x-api-key': text };

    expect(readSentKey(headers)).toEqual(parseKeyText(other));
  });

  it.each([
    { authorization: `Secret ${text}` },
    { authorization: `Access ${text}` },
    { authorization: `ApiKey ${text} ${text}` },
    { authorization: `Bearer ApiKey ${text}` },
    { authorization: `${text}x` },
    { authorization: 'ApiKey' },
    { authorization: `Basic ${text}` },
    { authorization: basic(text) },
    { authorization: basic(`${text}:`) },
    { authorization: basic(`user:${text}:`) },
    { authorization: basic(`user: ${text}`) },
    { authorization: 'Basic' },
    { 'x-api-key': `ApiKey ${text}` },
    { 'x-api-key': `${text}, ${text}` },
    { 'x-api-key': 'nonsense' },
  ])('calls %j unreadable', (headers) => {
    expect(readSentKey(headers)).toBe('unreadable');
  });

  it('returns undefined if the request has no credentials', () => {
    expect(readSentKey({})).toBeUndefined();
    expect(readSentKey({ authorization: ' ', 'x-api-key': '' })).toBeUndefined();
  });
});
