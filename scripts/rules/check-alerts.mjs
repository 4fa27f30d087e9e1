const severities = ['critical', 'warning'];
const runbookUrl = 'deploy/runbook.md#';
const parts = ['It means', 'Look here first', 'Do this', 'This alert does not apply if'];

/**
 * Returns the missing parts of alerts: a severity, texts, a runbook section, a test in which the alert fires, and a
 * test in which it does not fire.
 */
export function checkAlerts({ rules, tests, runbook }) {
  const alerts = rules.filter(({ alert }) => alert !== undefined);
  const sections = sectionsOf(runbook);
  const names = new Set(alerts.map(({ alert }) => alert));
  const unknown = [...sections.values()]
    .filter(({ title }) => /^Spanhouse\w+$/.test(title) && !names.has(title))
    .map(({ title }) => `runbook: there is no alert ${title}`);
  return [...alerts.flatMap((rule) => problemsOf(rule, { sections, tests })), ...unknown];
}

function problemsOf({ alert, labels = {}, annotations = {} }, { sections, tests }) {
  const problems = [];
  if (!severities.includes(labels.severity)) {
    problems.push('has no severity of critical, warning');
  }
  for (const name of ['summary', 'description', 'runbook_url']) {
    if (!annotations[name]) {
      problems.push(`has no ${name}`);
    }
  }
  problems.push(...runbookProblems(annotations.runbook_url ?? '', sections));
  const expectations = tests
    .flatMap((test) => test.alert_rule_test)
    .filter(({ alertname }) => alertname === alert)
    .map(({ exp_alerts: expected }) => expected.length > 0);
  if (!expectations.includes(true)) {
    problems.push('has no test that fires it');
  }
  if (!expectations.includes(false)) {
    problems.push('has no test in which it is silent');
  }
  return problems.map((problem) => `${alert} ${problem}`);
}

function runbookProblems(url, sections) {
  if (!url.startsWith(runbookUrl)) {
    return [`has a runbook_url that does not begin with ${runbookUrl}`];
  }
  const section = sections.get(url.slice(runbookUrl.length));
  if (section === undefined) {
    return [`points to ${url}, and the runbook has no such heading`];
  }
  return parts
    .filter((part) => !section.text.includes(`**${part}`))
    .map((part) => `has a section in the runbook without "${part}"`);
}

/** Returns the sections, keyed by the anchor that Markdown viewers derive from the heading. */
function sectionsOf(markdown) {
  const [, ...sections] = markdown.split(/^#{2,} /m);
  return new Map(
    sections.map((section) => {
      const [title = ''] = section.split('\n', 1);
      const anchor = title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-');
      return [anchor, { title, text: section }];
    }),
  );
}
