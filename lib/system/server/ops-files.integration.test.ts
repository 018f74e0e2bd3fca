import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { settings } from '#lib/core/env/settings.ts';
import { createMetrics } from '#lib/core/telemetry/create-metrics.ts';
import { FIGURES, metrics, setMetrics } from '#lib/core/telemetry/metrics.ts';
import type { connectionsNow } from '#lib/data/client.ts';
import { startQueue } from '#lib/data/jobs/queue.ts';
import type { TickOutcome } from '#lib/data/jobs/ticks.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { RESEND_STATES } from '#lib/resends/resends.list.ts';
import { CIRCUIT_STATES, getMetrics } from '#lib/system/server/get-metrics.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const TOKEN = 'a token for scrapes';
const DASHBOARD = readFileSync('docs/ops/grafana-dashboard.json', 'utf8');
const ALERTS = readFileSync('docs/ops/alerts.yml', 'utf8');
const OPERATING = readFileSync('docs/operating.md', 'utf8');

type Panel = { title: string; description?: string; targets?: { expr: string; legendFormat: string }[] };
const panels = (JSON.parse(DASHBOARD) as { panels: Panel[] }).panels.filter(
  ({ targets }) => targets !== undefined,
);
const alerts = ALERTS.split(/\n {6}- alert: /).slice(1);
const partOf = (alert: string, name: string) => new RegExp(`^ +${name}: (.+)$`, 'm').exec(alert)?.[1] ?? '';

/** A query with every label that its legend or sentence names. */
type Question = { expr: string; labels: string[]; from: string };
const labelsIn = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, label]) => label ?? '');
const questions: Question[] = [
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({
      ...{ from: title, expr, labels: labelsIn(legendFormat, /\{\{(\w+)\}\}/g) },
    })),
  ),
  ...alerts.map((alert) => ({
    from: alert.split('\n', 1)[0] ?? '',
    expr: partOf(alert, 'expr'),
    labels: labelsIn(alert, /\$labels\.(\w+)/g),
  })),
];

/** Names and their labels as the scrape's own registry has them; Prometheus adds `instance` and `job`. */
const known = new Map<string, Set<string>>();
beforeAll(async () => {
  settings().metricsToken = TOKEN;
  setMetrics(createMetrics());
  await startQueue([]);
  const text = await (await getMetrics(`Bearer ${TOKEN}`)).text();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    const meter = metrics()?.registry.getSingleMetric(name) as unknown as { labelNames: string[] };
    const labels = new Set([...meter.labelNames, 'instance', 'job']);
    known.set(name, labels);
    if (type === 'histogram')
      for (const end of ['_bucket', '_sum', '_count']) known.set(`${name}${end}`, new Set([...labels, 'le']));
  }
});

type Connections = keyof NonNullable<ReturnType<typeof connectionsNow>>;
/** Every value that a label may have, where a query filters by it; statuses are numbers. */
const LABEL_VALUES: Record<string, Record<string, readonly string[]>> = {
  guiche_operation_oldest_seconds: { state: OPEN_STATES },
  guiche_resends: { state: RESEND_STATES },
  guiche_provider_circuit: { state: CIRCUIT_STATES },
  guiche_database_connections: { state: ['used', 'idle', 'waiting'] satisfies Connections[] },
  guiche_ticks_total: { outcome: ['well', 'failed'] satisfies TickOutcome[] },
  guiche_disputes_open: {
    left: FIGURES.guiche_disputes_open.help.split(': ')[1]?.match(/\w+(?=,| \()/g) ?? [],
  },
  guiche_requests_total: { status: Array.from({ length: 500 }, (_, at) => String(100 + at)) },
};
type Matcher = { from: string; name: string; label: string; how: string; value: string };
const matchers: Matcher[] = questions.flatMap(({ expr, from }) =>
  [...expr.matchAll(/\b(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', inside = '']) =>
    [...inside.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label = '', how = '', value = '']) => ({
      ...{ from, name, label, how, value },
    })),
  ),
);
/** Alternatives of a pattern one by one: one that is never met would hide behind its neighbours. */
const valuesIn = ({ how, value }: Matcher) => (how.endsWith('~') ? value.split('|') : [value]);

const namesIn = (text: string) => [...new Set(text.match(/\b(guiche|process|nodejs)_[a-z0-9_]+/g) ?? [])];

describe('dashboard, alerts and docs', () => {
  it('name only what a scrape exposes', () => {
    expect(questions.length).toBeGreaterThan(40);
    for (const { expr, from } of questions) {
      expect(namesIn(expr), from).not.toEqual([]);
      expect(
        namesIn(expr).filter((name) => !known.has(name)),
        from,
      ).toEqual([]);
    }
    const section = OPERATING.split('## What to watch')[1]?.split('\n## ')[0] ?? '';
    expect(namesIn(section).filter((name) => !known.has(name))).toEqual([]);
  });

  it('name only labels that it has', () => {
    for (const { expr, labels, from } of questions) {
      for (const [, name = '', inside = ''] of expr.matchAll(/\b(\w+)\{([^}]*)\}/g))
        for (const label of labelsIn(inside, /(\w+)\s*(?:=~|!~|!=|=)/g))
          expect(known.get(name)?.has(label), `${from}: ${label} of ${name}`).toBe(true);
      const grouped = [...expr.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g)].flatMap(([, list = '']) =>
        list.split(/,\s*/),
      );
      for (const name of namesIn(expr))
        expect(
          [...grouped, ...labels].filter((label) => !known.get(name)?.has(label)),
          `${from}: ${name}`,
        ).toEqual([]);
    }
  });

  it('ask only for words that a label may have', () => {
    expect(matchers.length).toBeGreaterThan(9);
    for (const one of matchers) {
      const known = LABEL_VALUES[one.name]?.[one.label] ?? [];
      const met = (word: string) => known.some((may) => new RegExp(`^(?:${word})$`).test(may));
      expect(
        valuesIn(one).filter((word) => !met(word)),
        `${one.from}: ${one.label} of ${one.name}`,
      ).toEqual([]);
    }
  });

  it('leave no label in a legend or a sentence that the question takes away', () => {
    for (const { expr, labels, from } of questions.filter(({ expr: query }) =>
      /\b(sum|max|min)\b/.test(query),
    ))
      for (const label of labels) expect(expr, from).toMatch(new RegExp(`by \\([^)]*\\b${label}\\b`));
  });

  it('show every figure of the product somewhere, and say what to do', () => {
    const queries = questions.map(({ expr }) => expr).join('\n');
    const own = [...known.keys()].filter((name) => /^guiche_/.test(name) && !/_(sum|count)$/.test(name));
    const shown = (name: string) => queries.includes(name);
    expect(own.filter((name) => !shown(name))).toEqual([]);
    const section = OPERATING.split('## What to watch')[1]?.split('\n## ')[0] ?? '';
    expect(own.filter((name) => !name.endsWith('_bucket') && !section.includes(`\`${name}\``))).toEqual([]);
    for (const { title, description = '' } of panels)
      expect(description, title).toContain('docs/operating.md');
    for (const alert of alerts) {
      expect(partOf(alert, 'todo').length, alert).toBeGreaterThan(40);
      const [file, anchor = ''] = partOf(alert, 'runbook').split('#');
      const headings = OPERATING.match(/^## .+$/gm)?.map((one) =>
        one.slice(3).toLowerCase().replaceAll(' ', '-'),
      );
      expect([file, headings?.includes(anchor)], alert).toEqual(['docs/operating.md', true]);
    }
  });
});
