/** Ends that must come before the process's: the server script runs them, last registered first. */
type Ending = { name: string; end: () => Promise<unknown>; early?: boolean };
const processState = globalThis as { __guicheShutdown?: Ending[] };

/** `early`: before the server waits for its running requests (what keeps requests open for ever). */
export function onShutdown(
  name: string,
  end: () => Promise<unknown>,
  { early = false }: { early?: boolean } = {},
): void {
  processState.__guicheShutdown ??= [];
  processState.__guicheShutdown.push({ name, end, early });
}
