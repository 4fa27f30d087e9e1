// Refuses phrases that are always wrong in comments, documents and test titles, and suggests a replacement for each.
// `node scripts/check-prose.mjs [path …]` checks the files under the paths; without paths, it checks the whole tree. It
// is a part of `npm run lint`.
import { readFileSync } from 'node:fs';
import { proseFiles, readProse, toSentences } from './prose/read-prose.mjs';

const docStart =
  /^(?:What|Whether|Who|Whose|Whom|How|When|Of|Lets|So many|So long|So much|By what|That there|As of)\b/;

/** Matches code and quotations, which may contain any phrase. */
const quoted = /`[^`]*`|"[^"]*"|“[^”]*”|\]\([^)]*\)/g;

const rules = [
  {
    pattern: /\b(?:is|are|was|were) none\b/i,
    instead: '"is missing", "is empty", "is invalid" or "there is no …"',
  },
  { pattern: /\b(?:goes|go|going|went) on\b(?!ly)/i, instead: '"continues"' },
  {
    pattern: /\b(?:that|those) of\b.*\b(?:that|those) of\b/i,
    instead: 'the noun itself, repeated',
  },
  {
    pattern: /\bso (?:many|long|much)\b.*\bat most\b/i,
    instead: '"maximum number of …" or "maximum time …"',
  },
  {
    pattern: /(?<!\b(?:one|two|some|most|all|each|both|none|half) )\bof which\b/i,
    instead: 'two sentences',
  },
  {
    pattern: /\b(?:by|of|from|with|in|for) what\b/i,
    instead: 'the noun that "what" replaces',
  },
  { pattern: /\bwhat is left of\b/i, instead: '"the rest of …"' },
  {
    pattern: /\b(?:a person|whoever|nobody|somebody|anybody|everybody)\b/i,
    instead: '"a user", "any client that …", "no client"',
  },
  {
    pattern: /\b(?:tells?|told|telling)\b/i,
    instead: '"reports", "returns", "determines"; "distinguishes" for "tells apart"',
  },
  {
    pattern: /\b(?:says?|said) (?:so|how|which|what|where|whether)\b/i,
    instead: '"reports it", "describes", "specifies" or "names"',
  },
  { pattern: /\bstands? for\b/i, instead: '"represents" or "means"' },
  { pattern: /\beach of which\b/i, instead: 'a second sentence that begins with "Each"' },
  { pattern: /\blets\b/i, instead: '"does …" or "allows … to"' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: '"fix"' },
  { pattern: /\bthe own\b/i, instead: '"its own", "our own" or "Spanhouse\'s own"' },
  { pattern: /\bmeanwhile\b/i, instead: '"until then", "at the same time"' },
  { pattern: /\bbeside\b/i, instead: '"next to", "with" or "in addition to"' },
  { pattern: /\bas said\b/i, instead: '"see …"' },
  { pattern: /\bcomes? again\b/i, instead: '"retries", "repeats" or "returns"' },
  { pattern: /\ball the same\b/i, instead: '"nevertheless" or "still"' },
  { pattern: /\bat one time\b/i, instead: '"at a time"' },
  { pattern: /\bby hand of\b/i, instead: '"with"' },
  { pattern: /\bof before\b|\bas of now\b/i, instead: '"previous" or "current"' },
];

const paths = process.argv.slice(2);
const files = proseFiles().filter(
  (path) =>
    path !== 'scripts/check-prose.mjs' &&
    (paths.length === 0 || paths.some((each) => path.startsWith(each))),
);

let found = 0;
for (const path of files) {
  const content = readFileSync(path, 'utf8');
  for (const { line, kind, text } of [...readProse(path, content), ...readTitles(path, content)]) {
    if (kind === 'doc' && docStart.test(text)) {
      report(
        `${path}:${line}`,
        text,
        'begin with a verb or with a noun phrase that names the thing',
      );
    }
    for (const sentence of toSentences(text)) {
      const words = sentence.replaceAll(quoted, '…');
      for (const { pattern, instead } of rules) {
        if (pattern.test(words)) {
          report(`${path}:${line}`, sentence, `write ${instead}`);
        }
      }
    }
  }
}
if (found > 0) {
  console.error(`${found} phrases to replace; CONTRIBUTING.md has the vocabulary`);
  process.exit(1);
}

function report(location, text, advice) {
  found += 1;
  console.error(`${location}: ${text.replaceAll('\n', ' ').slice(0, 160)}\n  → ${advice}`);
}

function readTitles(path, content) {
  if (!/\.test\.tsx?$/.test(path)) {
    return [];
  }
  return [...content.matchAll(/^\s*(?:it|test|describe)(?:\.\w+)?\(\s*(['"`])(.*?)\1/gm)].map(
    (match) => ({
      line: content.slice(0, match.index).split('\n').length,
      kind: 'title',
      text: match[2],
    }),
  );
}
