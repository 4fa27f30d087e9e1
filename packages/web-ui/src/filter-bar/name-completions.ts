import { isAttributeName } from './load-completions.js';

const onlyIs = [':'];
const ofTexts = [':', '~', '^=', '$=', ' like '];
const ofNumbers = ['>', '>=', '<', '<=', ':'];
const ofAttributes = [...ofTexts, '>', '>=', '<', '<='];

/** Operators of each name, the most common first. */
const operatorsOfName: Readonly<Record<string, readonly string[]>> = {
  status: onlyIs,
  type: onlyIs,
  service: ofTexts,
  name: ofTexts,
  model: ofTexts,
  user: ofTexts,
  session: ofTexts,
  agent: ofTexts,
  duration: ofNumbers,
  tokens: ofNumbers,
  cost: ofNumbers,
  errors: ofNumbers,
  'own.tokens': ofNumbers,
  'own.cost': ofNumbers,
  event: onlyIs,
  kind: onlyIs,
  trace: onlyIs,
  span: onlyIs,
  link: onlyIs,
  ref: onlyIs,
};

/** Beginnings of conditions other than these names. */
const others = ['is:root', 'parent:none', 'has(', 'event.', 'resource.', 'scope.'];

const everyName = [
  ...Object.entries(operatorsOfName).map(([name, [usual = '']]) => name + usual),
  ...others,
];

/**
 * Returns suggestions for a typed name: each matching name with its most common operator, or a complete name with each
 * of its operators.
 */
export function nameCompletions(typed: string): readonly string[] {
  const [name = ''] = /^[^:<>~^$=]*/.exec(typed) ?? [];
  const operators = operatorsOfName[name];
  return operators === undefined
    ? everyName
    : [...new Set([...operators.map((operator) => name + operator), ...everyName])];
}

/** Returns an attribute name with each operator that it allows. */
export function attributeCompletions(name: string): readonly string[] {
  const operators = name.startsWith('event.') ? onlyIs : ofAttributes;
  return isAttributeName(name) ? operators.map((operator) => name + operator) : [];
}
