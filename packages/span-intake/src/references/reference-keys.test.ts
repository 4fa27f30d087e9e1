import { canonicalAg, canonicalSpan } from '../testing/sent-span.js';
import { isReferenceKey } from './reference-keys.js';

const keys = [
  'testcase',
  'testset',
  'testset_variant',
  'testset_revision',
  'query',
  'query_variant',
  'query_revision',
  'workflow',
  'workflow_variant',
  'workflow_revision',
  'application',
  'application_variant',
  'application_revision',
  'evaluator',
  'evaluator_variant',
  'evaluator_revision',
  'environment',
  'environment_variant',
  'environment_revision',
  'snippet',
  'snippet_variant',
  'snippet_revision',
];

/** Returns a span that has a reference under this key. */
function referTo(key: string) {
  return canonicalSpan({ attributes: { [`ag.references.${key}.slug`]: 's' } });
}

describe('reference keys', () => {
  it.each(keys)('accepts %s', (key) => {
    expect(referTo(key).references).toEqual([{ slug: 's', attributes: { key } }]);
    expect(isReferenceKey(key)).toBe(true);
  });

  it.each(['variant', 'testcase_variant', 'Application', 'applications', 'constructor', ''])(
    'moves aside the unknown key %p',
    (key) => {
      expect(referTo(key).references).toBeUndefined();
      expect(referTo(key).attributes['ag']).toEqual({
        data: {},
        unsupported: { references: { [key]: { slug: 's' } } },
      });
    },
  );

  it('are hashed, except testset variants and revisions', () => {
    const unhashed = keys.filter((key) => referTo(key).hashes === undefined);

    expect(unhashed).toEqual(['testset_variant', 'testset_revision']);
  });
});

describe('slugs', () => {
  it.each(['a', 'A-9_z', '_', '-x', '9.5', 'a.'])('can be %p', (slug) => {
    expect(canonicalAg({ references: { query: { slug } } })).toEqual({
      data: {},
      references: { query: { slug } },
    });
  });

  it.each(['', '.a', 'a b', 'a/b', 'ä', 'a\n'])('cannot be %p, which is moved aside', (slug) => {
    expect(canonicalAg({ references: { query: { slug } } })).toEqual({
      data: {},
      unsupported: { references: { query: { slug } } },
    });
  });
});
