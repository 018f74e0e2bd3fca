/** What must end before the process may: the server script runs these, last registered first. */
type Ending = { name: string; end: () => Promise<unknown> };
const kept = globalThis as { __guicheShutdown?: Ending[] };

export function onShutdown(name: string, end: () => Promise<unknown>): void {
  kept.__guicheShutdown ??= [];
  kept.__guicheShutdown.push({ name, end });
}
