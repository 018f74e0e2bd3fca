import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadSettings } from '#lib/env/settings.ts';
import { freePort } from './port.ts';
import { parseProxies } from './proxies.ts';
import { serve } from './serve.ts';

const ends = vi.hoisted(() => [] as (() => Promise<unknown>)[]);
vi.mock('./ending.ts', () => ({ onEnd: (_: string, end: () => Promise<unknown>) => void ends.push(end) }));
vi.mock('next', () => ({
  default: () => ({ prepare: vi.fn(), getRequestHandler: () => vi.fn(), close: vi.fn() }),
}));

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false));
  });

it('nobody can ask before the simulator is there', async () => {
  const port = await freePort();
  const simulator = Promise.withResolvers<void>();
  const settings = loadSettings({ PORT: String(port) });
  const served = serve({ settings, proxies: parseProxies([]), dev: true, simulator: simulator.promise });
  onTestFinished(async () => void (await Promise.all(ends.map((end) => end()))));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await answers(port)).toBe(false);
  simulator.resolve();
  expect(await served).toEqual({ port });
  expect(await answers(port)).toBe(true);
});
