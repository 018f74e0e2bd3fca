import type { Journal, PixTransaction } from '../types.ts';
import { TAG } from './codes.ts';
import { isoOf } from './rows.ts';
import type { SandboxWorld } from './world.ts';

export type DefenseFile = { name: string; mimeType: string; size: number };
export type Defense = {
  id: string;
  defense: string;
  status: string;
  createdAt: string;
  updatedAt: string;
  files: DefenseFile[];
};

export type Dispute = {
  id: string;
  /** Number in the computed world; null for a dispute opened by the control API. */
  number: number | null;
  protocol: string;
  transactionId: string;
  status: string;
  type: string;
  situation: string;
  reportedBy: string;
  reportDetails: string | null;
  analysisResult: string | null;
  analysisDetails: string | null;
  reportedAt: number;
  expiresAt: number;
  updatedAt: number;
  defenses: Defense[];
  due: { at: number; status: string; analysisResult?: string } | null;
};

const DETAILS: Record<string, string> = {
  Golpe: 'Cliente relata ter sido vítima de golpe ao realizar o pagamento.',
  'Conta invadida': 'Cliente afirma que a conta foi acessada por terceiros e não reconhece a transação.',
  Coerção: 'Cliente relata ter sido coagido a fazer a transferência.',
  'Acesso fraudulento': 'Transação feita a partir de aparelho não reconhecido.',
  'Erro do banco': 'Falha operacional na instituição do pagador.',
};
const DEFENSE =
  'Pedido entregue no endereço do titular em prazo normal. O pagador é o comprador cadastrado e confirmou o recebimento.';

export function reportText(situation: string): string {
  return DETAILS[situation] ?? 'Transação não reconhecida pelo pagador.';
}

function uuidOf(world: SandboxWorld, salt: number, number: number): string {
  const hex = [0, 1, 2, 3]
    .map((part) =>
      world
        .dice(salt + part, number)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-b${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** All disputes: those of the computed world, overlaid with the changes by API and control calls. */
export class DisputeBook {
  version = 0;
  private readonly world: SandboxWorld;
  private readonly journal: Journal;
  private readonly touched = new Map<string, Dispute>();
  private readonly opened: Dispute[] = [];
  private readonly byTransaction = new Map<string, string>();

  constructor(world: SandboxWorld, journal: Journal) {
    this.world = world;
    this.journal = journal;
    journal.replay('dispute', (dispute: Dispute) => this.apply(dispute));
  }

  put(dispute: Dispute): void {
    this.apply(dispute);
    this.journal.append('dispute', dispute);
  }

  all(): Iterable<Dispute> {
    return this.touched.values();
  }

  nextId(): string {
    return this.world.codes.id(TAG.createdDispute, this.opened.length);
  }

  get(id: string): Dispute | null {
    const known = this.touched.get(id);
    if (known) return known;
    const number = this.world.codes.openId(id, TAG.baseDispute);
    const { first, openedBy } = this.world.disputes;
    return number !== null && number >= first && number < openedBy(this.world.now())
      ? this.base(number)
      : null;
  }

  ofTransaction(row: PixTransaction): Dispute | null {
    const opened = this.byTransaction.get(row.id);
    if (opened !== undefined) return this.get(opened);
    const { rows, disputes, indexOf, now } = this.world;
    const index = rows.numberOf(row) ?? indexOf(row.id);
    const number = index === null ? null : disputes.numberOf(index);
    return number !== null && disputes.plan(number).openedAt <= now() ? this.base(number) : null;
  }

  /** Newest first. */
  *newest(): Generator<Dispute> {
    const { first, openedBy } = this.world.disputes;
    const opened = [...this.opened].sort((a, b) => b.reportedAt - a.reportedAt);
    let place = 0;
    for (let number = openedBy(this.world.now()) - 1; number >= first; number--) {
      const dispute = this.base(number);
      for (let one = opened[place]; one && one.reportedAt >= dispute.reportedAt; one = opened[++place]) {
        yield this.touched.get(one.id) ?? one;
      }
      yield dispute;
    }
    for (; place < opened.length; place++) {
      const one = opened[place] as Dispute;
      yield this.touched.get(one.id) ?? one;
    }
  }

  count(): number {
    const { first, openedBy } = this.world.disputes;
    return openedBy(this.world.now()) - first + this.opened.length;
  }

  /** A dispute by its number in the computed world, in its current state. */
  base(number: number): Dispute {
    const { world } = this;
    const id = world.codes.id(TAG.baseDispute, number);
    const known = this.touched.get(id);
    if (known) return known;
    const now = world.now();
    const plan = world.disputes.plan(number);
    const step = plan.steps.filter((one) => one.at <= now).at(-1) ?? { at: plan.openedAt, status: 'OPEN' };
    const closed = plan.closedAt <= now && step.status === 'CLOSED';
    const defended = plan.defendedAt !== null && plan.defendedAt <= now;
    return {
      id,
      number,
      protocol: uuidOf(world, 100, number),
      transactionId: world.codes.id(TAG.base, plan.index),
      status: step.status,
      type: plan.type,
      situation: plan.situation,
      reportedBy: number % 9 === 0 ? 'CREDITED_PARTICIPANT' : 'DEBITED_PARTICIPANT',
      reportDetails: reportText(plan.situation),
      analysisResult: closed ? plan.analysisResult : null,
      analysisDetails: closed ? 'Análise concluída pela instituição do pagador.' : null,
      reportedAt: plan.openedAt,
      expiresAt: plan.expiresAt,
      updatedAt: step.at,
      defenses: defended ? [this.defenseOf(number, plan.defendedAt ?? 0)] : [],
      due: null,
    };
  }

  private defenseOf(number: number, at: number): Defense {
    const files = number % 2 ? [{ name: 'nota-fiscal.pdf', mimeType: 'application/pdf', size: 81_234 }] : [];
    return {
      id: this.world.codes.id(TAG.defense, number),
      defense: DEFENSE,
      status: 'DEFENDED',
      createdAt: isoOf(at),
      updatedAt: isoOf(at),
      files,
    };
  }

  private apply(dispute: Dispute): void {
    this.version++;
    const known = this.touched.has(dispute.id);
    this.touched.set(dispute.id, dispute);
    this.byTransaction.set(dispute.transactionId, dispute.id);
    if (dispute.number === null && !known) this.opened.push(dispute);
  }
}

/** Document 4's infraction, as callbacks send it. */
export function infractionBody(dispute: Dispute): Record<string, unknown> {
  return {
    id: dispute.id,
    protocol: dispute.protocol,
    status: dispute.status,
    type: dispute.type,
    reportedBy: dispute.reportedBy,
    reportDetails: dispute.reportDetails,
    analysisResult: dispute.analysisResult,
    analysisDetails: dispute.analysisDetails,
    reportedAt: isoOf(dispute.reportedAt),
    expiresAt: isoOf(dispute.expiresAt),
    createdAt: isoOf(dispute.reportedAt),
    updatedAt: isoOf(dispute.updatedAt),
  };
}
