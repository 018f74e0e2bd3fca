import type { Ready } from './product.ts';

export const EVENTS = '/api/accounts/pix/events';

type StreamEvent = { event: string; data: Record<string, unknown> };
type State = { cookies: readonly { name: string; value: string }[] };

/** Reads an event stream with fetch, because Playwright waits for an answer's end. */
export async function openEvents(
  product: Pick<Ready, 'url'>,
  { cookies }: State,
  path = EVENTS,
  more: Record<string, string> = {},
) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const leaving = new AbortController();
  const answer = await fetch(`${product.url}${path}`, {
    headers: { ...more, cookie },
    signal: leaving.signal,
  });
  return { ...readEvents(answer), leave: () => leaving.abort() };
}

/** Reads a stream of events one by one. */
export function readEvents(answer: Response) {
  const reader = answer.ok ? answer.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  let rest = '';
  /** The next event; null at the end of the stream. */
  const next = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end !== -1) {
        const block = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event !== 'beat') return { event, data: JSON.parse(data) };
        continue;
      }
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return null;
      rest += value;
    }
  };
  return { answer, next };
}
