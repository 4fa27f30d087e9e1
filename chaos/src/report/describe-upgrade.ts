import { holds } from '../check/check-ledger.js';
import type { UpgradeReport } from '../run/run-upgrade.js';
import { countsOf, faultsOf, seconds } from './describe-load.js';
import { markdownTable } from './markdown-table.js';

/**
 * Maximum time without an answer. Each service has two processes, so a client switches to the other process within this
 * time.
 */
const LONGEST_SILENCE_MS = 5000;

/**
 * Returns the violations of the promise, or an empty list if it is kept. The embedded form is a single process, which
 * cannot answer while it is replaced.
 */
export function judgeUpgrade(report: UpgradeReport): readonly string[] {
  const { form, verdict, complaints, steps, migrations, unansweredReads } = report;
  const broken = (isKept: boolean, text: string) => (isKept ? [] : [text]);
  const isRolling = form !== 'embedded';
  const isSilent = ({ stallMs, silenceMs }: UpgradeReport['steps'][number]) =>
    Math.max(stallMs, silenceMs) > LONGEST_SILENCE_MS;
  return [
    ...broken(holds(verdict), 'spans are not where they belong'),
    ...broken(complaints.length === 0, 'answers do not say what became of each span'),
    ...broken(migrations.length > 0, 'the two builds have the same migrations'),
    ...steps
      .filter(({ recoveryMs }) => recoveryMs === undefined)
      .map(({ title }) => `not recovered after ${title}`),
    ...steps
      .filter((step) => isRolling && isSilent(step))
      .map(({ title }) => `no answer for more than ${seconds(LONGEST_SILENCE_MS)}: ${title}`),
    ...broken(!isRolling || unansweredReads === 0, `${unansweredReads} reads were not answered`),
  ];
}

/** Describes an upgrade run with a table of its steps. */
export function describeUpgrade(report: UpgradeReport): string {
  const { form, seed, migrations, steps, unansweredReads } = report;
  const broken = judgeUpgrade(report);
  const rows = steps.map(({ title, tookMs, recoveryMs, stallMs, silenceMs }) => [
    title,
    seconds(tookMs),
    recoveryMs === undefined ? 'never' : seconds(recoveryMs),
    seconds(stallMs),
    seconds(silenceMs),
  ]);
  return [
    `upgrade, ${form}, seed ${seed}: ${broken.length === 0 ? 'kept' : 'BROKEN'}; ` +
      `migrations: ${migrations.join(', ')}; reads without an answer: ${unansweredReads}`,
    ...broken.map((text) => `  BROKEN: ${text}`),
    `  ${countsOf(report)}`,
    ...faultsOf(report),
    '',
    markdownTable(['replaced', 'took', 'recovery', 'no write accepted', 'no read answered'], rows),
  ].join('\n');
}
