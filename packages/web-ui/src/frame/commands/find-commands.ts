/** An entry of the command list. */
export interface Command {
  readonly id: string;
  /** Description of the effect. */
  readonly name: string;
  /** Kind of the command: `Page`, `Saved query`, or the title of its key group. */
  readonly kind: string;
  /** Keyboard shortcut of the command. */
  readonly key?: string;
  readonly act: () => void;
}

const MAX_SHOWN = 50;

/** Returns the commands whose names contain every word of a text. Names that begin with the text come first. */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ name, kind }) => {
    const searched = `${name} ${kind}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const start = text.trim().toLowerCase();
  const isFirst = ({ name }: Command) => start !== '' && name.toLowerCase().startsWith(start);
  const first = found.filter(isFirst);
  const rest = found.filter((command) => !isFirst(command));
  return [...first, ...rest].slice(0, MAX_SHOWN);
}

/** Parses a pasted trace id, possibly with dashes, in upper case or after `0x`; undefined for other texts. */
export function readTraceId(text: string): string | undefined {
  const id = text
    .trim()
    .toLowerCase()
    .replace(/^(?:urn:uuid:|0x)/, '')
    .replaceAll('-', '');
  return /^[0-9a-f]{32}$/.test(id) ? id : undefined;
}
