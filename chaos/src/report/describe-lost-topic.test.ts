import type { LostTopic, LostTopicReport } from '../run/run-lost-topic.js';
import { describeLostTopic, judgeLostTopic } from './describe-lost-topic.js';

function report(
  result: Partial<LostTopic> = {},
  verdict: Partial<LostTopicReport['verdict']> = {},
): LostTopicReport {
  return {
    form: 'cluster',
    seed: 1,
    answers: { accepted: 3, refused: 0, open: 0 },
    complaints: [],
    verdict: {
      accepted: 3,
      deleted: 0,
      unresolved: 0,
      lost: ['a'],
      duplicated: [],
      outdated: [],
      unwanted: [],
      ...verdict,
    },
    result: {
      unreadMessages: 7,
      missingMessages: 7,
      namedMessages: 7,
      unaccountedSpans: 9,
      shownSpans: 9,
      hasRecovered: true,
      ...result,
    },
  };
}

describe('judgeLostTopic', () => {
  it('accepts lost spans if the ledger names every message of the topic', () => {
    expect(judgeLostTopic(report())).toEqual([]);
    expect(describeLostTopic(report())).toContain(
      'kept; 7 messages were in the topic, the ledger misses 7, spanhouse_spans_unaccounted is 9',
    );
  });

  it.each<readonly [string, Partial<LostTopic>]>([
    [
      'the topic had been read before it was created again',
      { unreadMessages: 0, missingMessages: 0, namedMessages: 0 },
    ],
    ['the ledger misses other messages than were lost', { missingMessages: 8 }],
    ['the ledger does not name every message', { namedMessages: 6 }],
    ['the metric does not show what the ledger misses', { shownSpans: 0 }],
    ['nothing written afterwards became visible', { hasRecovered: false }],
  ])('reports that %s', (text, result) => {
    expect(judgeLostTopic(report(result))).toEqual([text]);
  });

  it('reports spans that are stored twice', () => {
    expect(judgeLostTopic(report({}, { duplicated: ['b'] }))).toEqual(['spans are stored twice']);
  });
});
