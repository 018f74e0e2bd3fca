import type { BrowserContext, Page } from '@playwright/test';

const LOOPBACK = /^(https?|wss?):\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/;

/**
 * Collects what no page may do: call another machine (refused, too), write errors to the console, break the content
 * security policy, throw. `expected` takes out what a test provokes, by its text.
 */
export function watchContext(context: BrowserContext, expected: () => RegExp[]): () => string[] {
  const faults: string[] = [];
  context.route(
    (url) => /^(https?|wss?):/.test(url.href) && !LOOPBACK.test(url.href),
    (route) => {
      faults.push(`call to another machine: ${route.request().url()}`);
      return route.abort();
    },
  );
  context.on('page', (page) => watchPage(page, faults));
  context.on('weberror', (error) => faults.push(`thrown: ${error.error().stack ?? error.error().message}`));
  return () => faults.filter((fault) => !expected().some((pattern) => pattern.test(fault)));
}

function watchPage(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' || /content security policy|hydration/i.test(text))
      faults.push(`console: ${text} (${message.location().url})`);
  });
}
