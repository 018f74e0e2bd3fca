import { timingSafeEqual } from 'node:crypto';
import type { AccountState } from '../account.ts';
import { PixError } from '../errors.ts';
import type { PixRoute } from '../types.ts';

export type Caller = { id: string; scopes: string[] };

function same(a: string, b: string): boolean {
  const [one, two] = [Buffer.from(a), Buffer.from(b)];
  return one.length === two.length && timingSafeEqual(one, two);
}

/** Document 1, Authentication: 401 for a missing, malformed or unknown token. */
export function authenticate(header: string | undefined, token: string, state: AccountState): Caller {
  const sent = /^Bearer (\S+)$/.exec(header ?? '')?.[1];
  if (sent === undefined || !same(sent, token)) {
    throw new PixError(401, 'PZA100', 'Autenticação obrigatória ou token inválido.');
  }
  return { id: 'token', scopes: state.scopes };
}

function checkAddress(state: AccountState, address: string): void {
  if (state.ips.length > 0) {
    if (!state.ips.includes(address)) {
      throw new PixError(403, 'PZA203', `IP de origem ${address} não permitido para esta conta.`);
    }
  } else if (state.scopes.includes('WITHDRAW')) {
    throw new PixError(
      403,
      'PZA205',
      `Conta com token de saque exige IP cadastrado. IP de origem: ${address}. Cadastre em Configurações, IPs permitidos.`,
    );
  }
}

/** Checks the IP rules, then the contract. Both apply to every route, even an unknown one. */
export function checkAccount(state: AccountState, address: string, method: string): void {
  checkAddress(state, address);
  if (state.contract === 'pending' && method !== 'GET' && method !== 'HEAD') {
    throw new PixError(
      403,
      'PZA206',
      'O contrato da conta aguarda assinatura. Consultas continuam disponíveis.',
    );
  }
}

export function checkRoute(route: PixRoute, state: AccountState, caller: Caller): void {
  if (route.scope && !route.scope.split('|').some((scope) => caller.scopes.includes(scope))) {
    throw new PixError(403, 'PZA200', 'Operação não permitida para o escopo do token.');
  }
  if (route.config && state.locked) {
    throw new PixError(403, 'PZA204', 'Conta bloqueada para alterações.');
  }
}
