/** The element that contains a layer: the dialog it was opened from, else the page's landmark. */
export function portalContainer(opener: Element | null = document.activeElement): HTMLElement {
  return opener?.closest('dialog') ?? document.getElementById('content') ?? document.body;
}
