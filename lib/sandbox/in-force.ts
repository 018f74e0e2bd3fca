import type { CallFault, DeliveryFault, SimulatorState } from '#lib/sandbox/contract.ts';
import { type IpList, ipListOf, scopesOf } from '#lib/sandbox/rules.ts';

/** An abnormal setting of the simulator, with the data for its label and its undo. */
export type InForce =
  | { kind: 'fault'; id: string; fault: CallFault }
  | { kind: 'delivery'; id: string; fault: DeliveryFault }
  | { kind: 'contract'; id: string }
  | { kind: 'locked'; id: string }
  | { kind: 'holder' | 'expired' | 'revoked'; id: string }
  | { kind: 'blocked'; id: string; operations: string[] }
  | { kind: 'ips'; id: string; list: Exclude<IpList, 'open'> }
  | { kind: 'scopes'; id: string; missing: string[] }
  | { kind: 'dialect'; id: string; dialect: string }
  | { kind: 'time'; id: string; speed: number };

/**
 * Abnormal settings, most visible first. A setting the simulator does not report counts as normal.
 */
export function inForce(state: SimulatorState): InForce[] {
  const { account, speed } = state;
  const found: InForce[] = [
    ...state.faults.map((fault) => ({ kind: 'fault' as const, id: fault.id, fault })),
    ...state.deliveryFaults.map((fault) => ({ kind: 'delivery' as const, id: fault.id, fault })),
  ];
  if (account.contract === 'pending') found.push({ kind: 'contract', id: 'contract' });
  if (account.locked === true) found.push({ kind: 'locked', id: 'locked' });
  const { hub } = state;
  if (hub?.holderBlocked) found.push({ kind: 'holder', id: 'holder' });
  if (hub?.expired) found.push({ kind: 'expired', id: 'expired' });
  if (hub?.revoked) found.push({ kind: 'revoked', id: 'revoked' });
  if (hub && hub.blockedOperations.length > 0)
    found.push({ kind: 'blocked', id: 'blocked', operations: hub.blockedOperations });
  const list = account.ips === null ? 'open' : ipListOf(account.ips, state.kind);
  if (list !== 'open') found.push({ kind: 'ips', id: 'ips', list });
  const missing = scopesOf(state.kind).filter(
    (scope) => account.scopes !== null && !account.scopes.includes(scope),
  );
  if (missing.length > 0) found.push({ kind: 'scopes', id: 'scopes', missing });
  if (account.dialect !== null && account.dialect !== 'plain')
    found.push({ kind: 'dialect', id: 'dialect', dialect: account.dialect });
  if (speed !== null && speed !== 1) found.push({ kind: 'time', id: 'time', speed });
  return found;
}
