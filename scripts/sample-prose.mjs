// Prints random sentences from comments and documents with file and line. `node scripts/sample-prose.mjs [--seed 1]
// [--count 100] [path …]`; the same seed and tree give the same sentences.
import { parseArgs } from 'node:util';
import { proseFiles, readProse, toSentences } from './prose/read-prose.mjs';

const options = {
  seed: { type: 'string', default: '1' },
  count: { type: 'string', default: '100' },
};
const { values, positionals } = parseArgs({ options, allowPositionals: true });

const sentences = proseFiles()
  .filter((path) => positionals.length === 0 || positionals.some((each) => path.startsWith(each)))
  .sort()
  .flatMap((path) =>
    readProse(path).flatMap(({ line, text }) =>
      toSentences(text)
        .filter((sentence) => /\w+ \w+ \w+/.test(sentence) && !sentence.startsWith('|--'))
        .map((sentence) => `${path}:${line}: ${sentence}`),
    ),
  );

const random = createRandom(Number(values.seed));
const count = Math.min(Number(values.count), sentences.length);
for (let printed = 0; printed < count; printed += 1) {
  const [sentence] = sentences.splice(Math.floor(random() * sentences.length), 1);
  console.log(sentence);
}

/** Creates a generator of random numbers from 0 to 1 (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
