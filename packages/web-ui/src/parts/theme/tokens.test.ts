import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Minimum contrasts in WCAG 2.2 AA: for text, and for marks such as bars and control borders. */
const TEXT_CONTRAST = 4.5;
const MARK_CONTRAST = 3;

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

const tokens = readTokens(readFileSync(join(__dirname, 'tokens.css'), 'utf8'));

/** Returns the tokens that define one colour for the light theme and one for the dark theme. */
function readTokens(css: string): ReadonlyMap<string, Readonly<Record<Theme, string>>> {
  const pattern = /(--[\w-]+):\s*light-dark\(\s*(#\w{6}),\s*(#\w{6})\s*\)/g;
  return new Map(
    [...css.matchAll(pattern)].map(([, name = '', light = '', dark = '']) => [
      name,
      { light, dark },
    ]),
  );
}

/** Returns the contrast between two tokens, as defined by WCAG 2.2. */
function contrast(name: string, ground: string, theme: Theme): number {
  const [one = 0, other = 0] = [name, ground].map((token) => luminance(colourOf(token, theme)));
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function colourOf(token: string, theme: Theme): string {
  const colours = tokens.get(token);
  if (colours === undefined) {
    throw new Error(`there is no token ${token}`);
  }
  return colours[theme];
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the pairs of tokens whose contrast is too low, such as `--ink-3 on --sunken, dark: 4.31`. */
function tooFaint(
  names: readonly string[],
  grounds: readonly string[],
  atLeast: number,
): readonly string[] {
  return names.flatMap((name) =>
    grounds.flatMap((ground) =>
      themes
        .map((theme) => ({ theme, found: contrast(name, ground, theme) }))
        .filter(({ found }) => found < atLeast)
        .map(({ theme, found }) => `${name} on ${ground}, ${theme}: ${found.toFixed(2)}`),
    ),
  );
}

const grounds = ['--ground', '--surface', '--raised', '--sunken'];
const services = Array.from({ length: 12 }, (_, at) => `--c${at}`);

describe('the colours of the interface', () => {
  it('are legible as texts on every ground', () => {
    const texts = ['--ink', '--ink-2', '--ink-3', '--accent', '--bad', '--warn', '--good'];

    expect(tooFaint(texts, grounds, TEXT_CONTRAST)).toEqual([]);
  });

  it('are legible as texts on what is selected, and on what failed', () => {
    const washes = ['--accent-wash', '--bad-wash'];

    expect(tooFaint(['--ink', '--ink-2', '--ink-3'], washes, TEXT_CONTRAST)).toEqual([]);
    expect(tooFaint(['--accent'], ['--accent-wash'], TEXT_CONTRAST)).toEqual([]);
    expect(tooFaint(['--bad'], ['--bad-wash'], TEXT_CONTRAST)).toEqual([]);
  });

  it('are legible as texts on a button with the colour of the accent', () => {
    expect(tooFaint(['--ground'], ['--accent'], TEXT_CONTRAST)).toEqual([]);
  });

  it('can be seen as marks on every ground and on what is selected', () => {
    const marks = ['--mark', '--accent', '--bad', '--warn', '--good', ...services];

    expect(tooFaint(marks, [...grounds, '--accent-wash'], MARK_CONTRAST)).toEqual([]);
  });
});
