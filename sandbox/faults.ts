export const FAULT_KINDS = [
  'status',
  'silent',
  'apply-silent',
  'reset',
  'apply-reset',
  'slow',
  'truncated',
  'html',
  'empty',
  'error-200',
  'huge',
  'latency',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const APIS = ['pix', 'hub', 'card'] as const;
export type Api = (typeof APIS)[number];

export type InjectedFault = {
  id: string;
  kind: FaultKind;
  /** Absent: the API that serves the path; pix when there is no path. */
  api?: Api;
  /** Absent: any method. */
  method?: string;
  path?: string;
  /** Calls that will still fail; null: until cleared. */
  left: number | null;
  asked: number | null;
  /** Percentage of the calls that fail, 0 to 100. */
  percent: number;
  status?: number;
  errorCode?: string;
  message?: string;
  retryAfterSeconds?: number;
  ms?: number;
  hits: number;
};

export type Faults = {
  add(fault: Omit<InjectedFault, 'id' | 'hits'>): InjectedFault;
  /** Returns the fault for this call and counts it down; null when none applies. */
  take(method: string, path: string, api?: Api): InjectedFault | null;
  clear(id: string | 'all'): number;
  list(): InjectedFault[];
};

function patternOf(path: string): RegExp {
  const below = path.replace(/^(\/api)?\/v1(?=\/|$)/, '').replace(/\/+$/, '') || '/';
  const source = below
    .split('/')
    .map((part) => (/^(:|\{)/.test(part) ? '[^/]+' : part.split('*').map(RegExp.escape).join('.*')))
    .join('/');
  return new RegExp(`^${source}/?$`);
}

export function createFaults(): Faults {
  let armed: { fault: InjectedFault; pattern: RegExp | null }[] = [];
  let number = 0;
  return {
    add(input) {
      const fault: InjectedFault = { ...input, id: `falha-${++number}`, hits: 0 };
      const any = fault.path === undefined || fault.path === '' || fault.path === '*';
      armed.push({ fault, pattern: any ? null : patternOf(fault.path as string) });
      return fault;
    },
    take(method, path, api = 'pix') {
      const found = armed.find(
        ({ fault, pattern }) =>
          (fault.api === undefined ? pattern !== null || api === 'pix' : fault.api === api) &&
          (!fault.method || fault.method === method) &&
          (!pattern || pattern.test(path)) &&
          (fault.percent >= 100 || Math.random() * 100 < fault.percent),
      );
      if (!found) return null;
      const { fault } = found;
      fault.hits++;
      if (fault.left !== null && --fault.left <= 0) armed = armed.filter((one) => one !== found);
      return fault;
    },
    clear(id) {
      const before = armed.length;
      armed = id === 'all' ? [] : armed.filter(({ fault }) => fault.id !== id);
      return before - armed.length;
    },
    list: () => armed.map(({ fault }) => fault),
  };
}
