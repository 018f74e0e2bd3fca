import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { PixError } from '../errors.ts';
import type { InjectedFault } from '../faults.ts';
import type { Answer, Incoming } from '../http.ts';
import { errorAnswer } from './envelope.ts';

const MEANING: Record<number, [string, string]> = {
  401: ['PZA100', 'Autenticação obrigatória ou token inválido.'],
  403: ['PZA200', 'Operação não permitida para o escopo do token.'],
  424: ['PZF500', 'Instituição financeira temporariamente indisponível.'],
  429: ['PZG429', 'Muitas requisições.'],
  500: ['PZI100', 'Erro interno.'],
  503: ['PZF503', 'Serviço temporariamente indisponível.'],
};

const HTML =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><hr>proxy</body></html>';

/** Messages that document 1 ties to an error code rather than to a status; {ip} is the caller's address. */
const BY_CODE: Record<string, string> = {
  PZA200: 'Operação não permitida para o escopo do token.',
  PZA203: 'IP de origem {ip} não permitido para esta conta.',
  PZA204: 'Conta bloqueada para alterações.',
  PZA205: 'Conta com token de saque exige IP cadastrado. IP de origem: {ip}.',
  PZA206: 'O contrato da conta aguarda assinatura. Consultas continuam disponíveis.',
};

/** Builds the response to a `status` fault, in the error format of the called API. */
export type Refuse = (fault: InjectedFault, address: string) => Answer;

function statusFault(fault: InjectedFault, address: string): Answer {
  const status = fault.status ?? 500;
  const [code, usual] = MEANING[status] ?? ['PZG422', 'A requisição não pôde ser processada.'];
  const message = (BY_CODE[fault.errorCode ?? ''] ?? usual).replace('{ip}', address);
  return errorAnswer(
    new PixError(
      status,
      fault.errorCode ?? code,
      fault.message ?? message,
      fault.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: fault.retryAfterSeconds },
    ),
  );
}

function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

async function drip(incoming: Incoming, answer: Answer, ms: number): Promise<void> {
  const { response } = incoming;
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(body.length) });
  const step = Math.max(1, Math.ceil(body.length / 20));
  for (let from = 0; from < body.length && !response.destroyed; from += step) {
    response.write(body.subarray(from, from + step));
    await sleep(ms / 20);
  }
  response.end();
}

function hang(incoming: Incoming): null {
  incoming.response.on('error', () => {});
  return null;
}

function cut(incoming: Incoming): null {
  const { socket } = incoming.request;
  // Only a plain TCP socket can be reset. Under TLS, closing it without close_notify looks the same to the
  // caller.
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
  return null;
}

/** Answers a call that has an injected fault; `apply` runs the normal call. */
export async function answerFaulted(
  fault: InjectedFault,
  incoming: Incoming,
  apply: () => Promise<Answer>,
  refuse: Refuse = statusFault,
): Promise<Answer | null> {
  switch (fault.kind) {
    case 'status':
      return refuse(fault, incoming.address);
    case 'silent':
      return hang(incoming);
    case 'reset':
      return cut(incoming);
    case 'apply-silent':
      await apply();
      return hang(incoming);
    case 'apply-reset':
      await apply();
      return cut(incoming);
    case 'html':
      return { status: fault.status ?? 200, headers: { 'Content-Type': 'text/html' }, body: HTML };
    case 'empty':
      return { status: fault.status ?? 200, headers: { 'Content-Type': 'application/json' }, body: '' };
    case 'error-200':
      return { ...refuse(fault, incoming.address), status: 200 };
    case 'huge':
      return json(200, { data: 'x'.repeat(5 * 1024 * 1024) });
    case 'latency':
      await sleep(fault.ms ?? 2000);
      return apply();
    case 'slow':
      await drip(incoming, await apply(), fault.ms ?? 20_000);
      return null;
    case 'truncated': {
      const answer = await apply();
      return {
        ...answer,
        body: Buffer.from(answer.body).subarray(0, Math.floor(Buffer.byteLength(answer.body) / 2)),
      };
    }
  }
}
