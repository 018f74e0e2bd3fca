type Ending = { name: string; end: () => Promise<unknown>; early?: boolean };
const processState = globalThis as { __guicheShutdown?: Ending[] };

/** `early`: runs before the server waits for its running requests, for what keeps requests open forever. */
export function onShutdown(
  name: string,
  end: () => Promise<unknown>,
  { early = false }: { early?: boolean } = {},
): void {
  processState.__guicheShutdown ??= [];
  processState.__guicheShutdown.push({ name, end, early });
}
