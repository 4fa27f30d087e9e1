import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { writeCurl } from './curl-text.js';

const url = 'http://127.0.0.1:8080/api/spans/query';

/** Returns the arguments that a shell would pass to `curl`. */
function argumentsIn(text: string): readonly string[] {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${text}`;
  const env = { SPANHOUSE_API_KEY: 'the-key' };
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env })
    .split('\0')
    .slice(0, -1);
}

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom("'", '"', '$', '`', '\\', '!', '\n', '(', ';', '&', ' ', 'a'),
  }),
  fc.constantFrom("'; touch owned; '", '$(id)', '`id`', '\\', "'\\''", '@/etc/passwd'),
);

describe('writeCurl', () => {
  it('gives a shell exactly the values of the request, whatever they contain', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const body = { filtering: { conditions: [{ field: 'content', value }] } };
        const words = argumentsIn(writeCurl({ url, body, accept: 'a/b', needsKey: false }));

        expect(words.slice(-3)).toEqual(['--data-raw', JSON.stringify(body), url]);
      }),
    );
  });

  it('takes the key from the environment', () => {
    const text = writeCurl({ url, body: {}, accept: 'a/b', needsKey: true });

    expect(argumentsIn(text)).toContain('Authorization: ApiKey the-key');
  });
});
