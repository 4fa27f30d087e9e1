/**
 * Size that is reported for every element. jsdom has no layout. With the size of a window, lists render their first
 * rows.
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
