import type { LostTopicReport } from '../run/run-lost-topic.js';
import { countsOf } from './describe-load.js';

/**
 * Returns the violations of the promise. The messages in the deleted topic are lost, but the ledger has to report
 * exactly these messages.
 */
export function judgeLostTopic({
  result,
  verdict,
  complaints,
}: LostTopicReport): readonly string[] {
  const { unreadMessages, missingMessages, namedMessages, hasRecovered } = result;
  const { unaccountedSpans, shownSpans } = result;
  const broken = (isKept: boolean, text: string) => (isKept ? [] : [text]);
  return [
    ...broken(unreadMessages > 0, 'the topic had been read before it was created again'),
    ...broken(
      missingMessages === unreadMessages,
      'the ledger misses other messages than were lost',
    ),
    ...broken(namedMessages === unreadMessages, 'the ledger does not name every message'),
    ...broken(shownSpans === unaccountedSpans, 'the metric does not show what the ledger misses'),
    ...broken(hasRecovered, 'nothing written afterwards became visible'),
    ...broken(verdict.duplicated.length === 0, 'spans are stored twice'),
    ...broken(complaints.length === 0, 'answers do not say what became of each span'),
  ];
}

export function describeLostTopic(report: LostTopicReport): string {
  const { form, seed, result } = report;
  const broken = judgeLostTopic(report);
  return [
    `topic-recreated-undrained, ${form}, seed ${seed}: ${broken.length === 0 ? 'kept' : 'BROKEN'}; ` +
      `${result.unreadMessages} messages were in the topic, the ledger misses ${result.missingMessages}, ` +
      `spanhouse_spans_unaccounted is ${result.shownSpans}`,
    ...broken.map((text) => `  BROKEN: ${text}`),
    `  ${countsOf(report)}`,
  ].join('\n');
}
