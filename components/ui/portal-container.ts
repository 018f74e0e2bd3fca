/** Where a layer is put: in the dialog it was opened from, else in the page's landmark. */
export function portalContainer(opener: Element | null = document.activeElement): HTMLElement {
  return opener?.closest('dialog') ?? document.getElementById('content') ?? document.body;
}
