import { isAttributeName } from './load-completions.js';

const onlyIs = [':'];
const ofTexts = [':', '~', '^=', '$=', ' like '];
const ofNumbers = ['>', '>=', '<', '<=', ':'];
const ofAttributes = [...ofTexts, '>', '>=', '<', '<='];

/** Names with the operators that their fields have; the first one is the usual one. */
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

/** What begins a condition besides these names. */
const others = ['is:root', 'parent:none', 'has(', 'event.', 'resource.', 'scope.'];

const everyName = [
  ...Object.entries(operatorsOfName).map(([name, [usual = '']]) => name + usual),
  ...others,
];

/** Returns the texts that can stand for what is typed of a name: each with its usual operator, a whole name with each of its own. */
export function nameCompletions(typed: string): readonly string[] {
  const [name = ''] = /^[^:<>~^$=]*/.exec(typed) ?? [];
  const operators = operatorsOfName[name];
  return operators === undefined
    ? everyName
    : [...new Set([...operators.map((operator) => name + operator), ...everyName])];
}

/** Returns the name of an attribute with each operator that it can have. */
export function attributeCompletions(name: string): readonly string[] {
  const operators = name.startsWith('event.') ? onlyIs : ofAttributes;
  return isAttributeName(name) ? operators.map((operator) => name + operator) : [];
}
