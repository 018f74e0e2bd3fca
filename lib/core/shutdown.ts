import { perProcess } from '#lib/core/per-process.ts';

type Ending = { name: string; end: () => Promise<unknown>; early?: boolean };

/** `early`: runs before the server waits for its running requests, for what keeps requests open forever. */
export function onShutdown(
  name: string,
  end: () => Promise<unknown>,
  { early = false }: { early?: boolean } = {},
): void {
  perProcess('__guicheShutdown', (): Ending[] => []).push({ name, end, early });
}
