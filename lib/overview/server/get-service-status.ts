import 'server-only';
import { isWell } from '#lib/account-states.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { ServiceStatus } from '#lib/overview/contract.ts';
import { ifAnswered } from '#lib/providers/if-answered.ts';
import { cut } from '#lib/text.ts';

const MOST = 60;
const NAMES = ['status', 'state', 'health', 'situation', 'message'];

/** Document 1, GET /status/: whatever it answers, in a word; `answered` false where the service has no such route. */
export async function getServiceStatus({ ctx }: { ctx: Ctx }): Promise<ServiceStatus> {
  const read = await ifAnswered(
    ctx
      .part('status')(ctx.call)
      .then((answer) => ({ answer })),
  );
  const asOf = new Date().toISOString();
  if (read === null) return { words: null, well: null, answered: false, asOf };
  const words = wordsIn(read.answer);
  return { words: words === null ? null : cut(words, MOST), well: isWell(words), answered: true, asOf };
}

/** The first thing that reads like a state: the text itself, or what stands under a likely name. */
export function wordsIn(answer: unknown, depth = 0): string | null {
  if (typeof answer === 'string') return answer.trim() === '' ? null : answer.trim();
  if (typeof answer === 'boolean' || typeof answer === 'number') return String(answer);
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer) || depth > 2) return null;
  const entries = Object.entries(answer);
  for (const name of NAMES) {
    const found = entries.find(([key]) => key.toLowerCase() === name);
    const words = found === undefined ? null : wordsIn(found[1], depth + 1);
    if (words !== null) return words;
  }
  for (const [, inner] of entries) {
    const words = typeof inner === 'object' ? wordsIn(inner, depth + 1) : null;
    if (words !== null) return words;
  }
  return null;
}
