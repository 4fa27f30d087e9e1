/**
 * Size reported for every element, because jsdom has no layout. It is the size of a window, so that lists render their
 * first rows.
 */
const size = { width: 1440, height: 900 };

Object.defineProperties(Element.prototype, {
  clientWidth: { get: () => size.width },
  clientHeight: { get: () => size.height },
});

Object.assign(globalThis, {
  CSS: { supports: () => false, escape: (text: string) => text },
  ResizeObserver: class {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  },
});

window.innerHeight = size.height;
Element.prototype.scrollTo = nothing;
window.scrollTo = nothing;

function nothing(): void {
  // jsdom has no layout, so nothing scrolls and no element changes its size.
}
