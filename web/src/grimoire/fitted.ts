import { tick } from 'svelte';

/** A name whose longest word is wider than its place is set smaller until it fits: no word is broken or cut. */
export function fitted(node: HTMLElement, _text: string): { update: () => void; destroy: () => void } {
  function fit(): void {
    node.style.fontSize = '';
    if (node.scrollWidth <= node.clientWidth) return;
    const size = Number.parseFloat(getComputedStyle(node).fontSize);
    node.style.fontSize = `${Math.floor((size * 10 * node.clientWidth) / node.scrollWidth) / 10}px`;
  }
  const watch = new ResizeObserver(fit);
  if (node.parentElement) watch.observe(node.parentElement);
  fit();
  return { update: () => void tick().then(fit), destroy: () => watch.disconnect() };
}
