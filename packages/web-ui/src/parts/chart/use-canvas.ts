import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from '../store.js';
import { settings } from '../theme/settings.js';

/** A drawing surface, measured in CSS pixels. */
export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Returns the colour that a custom property such as `--ink` has in the current theme. */
  readonly colour: (name: string) => string;
}

/** Keeps a canvas as large as its element, and repaints it when the size, the theme or `paint` changes. */
export function useCanvas(
  paint: (surface: Surface) => void,
): readonly [RefObject<HTMLCanvasElement | null>, number] {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const theme = useStore(settings.theme);
  const scheme = useColourScheme();
  useEffect(() => {
    const element = canvas.current;
    if (element === null) {
      return;
    }
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    // `flushSync` repaints the canvas in the same animation frame as the size change, after the page's styles have been
    // computed.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const colours = useRef<(name: string) => string>(undefined);
  useEffect(() => {
    colours.current = canvas.current === null ? undefined : colourReader(canvas.current);
  }, [theme, scheme]);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    const colour = colours.current;
    if (canvas.current === null || !context || colour === undefined || size.width === 0) {
      return;
    }
    const scale = window.devicePixelRatio;
    canvas.current.width = Math.round(size.width * scale);
    canvas.current.height = Math.round(size.height * scale);
    context.scale(scale, scale);
    paint({ context, ...size, colour });
  }, [paint, size, theme, scheme]);
  return [canvas, size.width];
}

function useColourScheme(): boolean {
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const listen = ({ matches }: MediaQueryListEvent) => setDark(matches);
    query.addEventListener('change', listen);
    return () => query.removeEventListener('change', listen);
  }, [query]);
  return isDark;
}

/** Returns a function that resolves custom properties to colours and caches the result. */
function colourReader(element: HTMLElement): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const colour = known.get(name) ?? resolve(element, name);
    known.set(name, colour);
    return colour;
  };
}

function resolve(element: HTMLElement, name: string): string {
  const before = element.style.color;
  element.style.color = `var(${name})`;
  const colour = getComputedStyle(element).color;
  element.style.color = before;
  return colour;
}
