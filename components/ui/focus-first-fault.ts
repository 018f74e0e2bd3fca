/** After a press that was not taken: the first field that is wrong takes the focus, wherever it stands. */
export function focusFirstFault(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
