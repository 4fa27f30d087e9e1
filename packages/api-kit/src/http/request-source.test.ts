import { sourceOf } from './request-source.js';
import type { HttpRequest } from './route.js';

function hostOf(url: string): string | undefined {
  const headers = { host: 'localhost:8080' };
  return sourceOf({ method: 'GET', url, headers } as HttpRequest).host;
}

describe('sourceOf', () => {
  it.each(['/spans/query', '/', '//evil.example/x', '*', '/http://evil.example/'])(
    'takes the host of %s from the header',
    (url) => {
      expect(hostOf(url)).toBe('localhost:8080');
    },
  );

  it.each([
    ['http://evil.example/spans', 'evil.example'],
    ['HTTP://Evil.example:81/', 'evil.example:81'],
    ['http://localhost@evil.example/', 'evil.example'],
  ])('takes the host of the absolute URL %s from the URL', (url, host) => {
    expect(hostOf(url)).toBe(host);
  });
});
