/** jsdom lays nothing out. Every element is as large as a window, so that a list renders its first rows. */
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
  // Without a layout there is nothing to scroll, and no size changes.
}
