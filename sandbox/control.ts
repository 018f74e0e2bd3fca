import { actionOf } from './control-actions.ts';
import { ControlError, type ControlParts } from './control-parts.ts';
import { controlState } from './control-state.ts';
import type { Answer, Incoming } from './http.ts';

function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

function bodyOf(incoming: Incoming): Record<string, unknown> {
  if (incoming.rawBody.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(incoming.rawBody.toString('utf8'));
  } catch {
    throw new ControlError(400, 'the body is not JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new ControlError(400, 'an object');
  return value as Record<string, unknown>;
}

const LOOPBACK = /^127\./;

export function createControl(parts: ControlParts): (incoming: Incoming) => Promise<Answer> {
  const find = actionOf(parts);
  return async (incoming) => {
    try {
      // A web page cannot send this header across origins without a preflight, and the simulator answers no
      // preflight.
      if (incoming.request.headers['x-sandbox-control'] !== '1')
        throw new ControlError(403, 'X-Sandbox-Control: 1');
      if (!LOOPBACK.test(incoming.address)) throw new ControlError(403, 'loopback only');
      const name = incoming.path.replace(/^\/control\/?/, '');
      if (incoming.method === 'GET' && name === 'state') return json(200, controlState(parts));
      if (incoming.method === 'GET' && name === 'requests')
        return json(200, { requests: parts.requests.last() });
      const input = bodyOf(incoming);
      const action = incoming.method === 'POST' ? find(name, input) : undefined;
      if (!action) throw new ControlError(404, `no control ${incoming.method} /${name}`);
      return json(200, (await action(input, incoming)) ?? { ok: true });
    } catch (error) {
      if (error instanceof ControlError) return json(error.status, { error: error.message });
      console.error('sandbox control failed', error);
      return json(500, { error: String(error) });
    }
  };
}
