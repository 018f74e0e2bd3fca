import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type CallError, call } from '#lib/api/client.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { overviewKeys } from '#lib/overview/queries.ts';
import type { SimulatorState } from '#lib/sandbox/contract.ts';

import { transactionKeys } from '#lib/transactions/queries.ts';

export const simulatorKeys = {
  all: (account: string) => ['simulator', account] as const,
  state: (account: string) => [...simulatorKeys.all(account), 'state'] as const,
  disputable: (account: string) => [...simulatorKeys.all(account), 'disputable'] as const,
};

/** The simulator is next door and its clock runs fast: its own log is read often, while somebody looks. */
const EVERY_MS = 3000;

export const simulatorQuery = (account: string) =>
  queryOptions({
    ...queryOf('GET /simulator', simulatorKeys.state(account), { account }),
    refetchInterval: ({ state }) => (state.error === null ? EVERY_MS : false),
    refetchIntervalInBackground: false,
  });

/** The newest paid deposits (a Hub's paid charges), offered where a dispute is opened; without them a reference is typed. */
export const disputableQuery = (account: string, kind: AccountKind) =>
  queryOptions({
    queryKey: simulatorKeys.disputable(account),
    queryFn: async ({ signal }) => {
      if (kind === 'hub') {
        const query = { status: 'PAID', limit: 10 };
        return (await call('GET /charges', { account, query, signal })).items;
      }
      const query = { type: 'DEPOSIT', status: 'COMPLETED', limit: 10 };
      return (await call('GET /transactions', { account, query, signal })).items;
    },
  });

export type SimulatorChange = Extract<keyof Endpoints, `POST /simulator/${string}`>;
export type ChangeBody<K extends SimulatorChange> = InputOf<Endpoints[K], 'body'>;

/** One of the simulator's controls; its answer is the state after it. While it is on its way, nothing is sent again. */
export function useSimulatorChange<K extends SimulatorChange>(account: string, key: K) {
  const client = useQueryClient();
  const { mutate, ...mutation } = useMutation<SimulatorState, CallError, ChangeBody<K>>({
    mutationKey: [...simulatorKeys.all(account), key],
    mutationFn: (body) => call<SimulatorChange>(key, { account, body } as never) as Promise<SimulatorState>,
    onSuccess: (state) => settle(client, account, state),
  });
  /** The change sent and not yet answered, shown as if it were. */
  const asked = (mutation.isPending ? mutation.variables : undefined) as ChangeBody<K> | undefined;
  return { ...mutation, asked, mutate: (body: ChangeBody<K>) => void (mutation.isPending || mutate(body)) };
}

/** Reads the account again: a change of the simulator may show on any of its pages. */
function settle(client: QueryClient, account: string, state: SimulatorState): Promise<void> {
  client.setQueryData(simulatorKeys.state(account), state);
  client.removeQueries({ queryKey: transactionKeys.all(account), type: 'inactive' });
  void client.invalidateQueries({ queryKey: simulatorKeys.disputable(account) });
  return client.invalidateQueries({ queryKey: overviewKeys.all(account) });
}
