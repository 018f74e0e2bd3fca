import type { BrowserContext, Page } from '@playwright/test';

const LOOPBACK = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/;

/**
 * Collects what no page may do: call another machine (the browser resolves none, see `BROWSER_ARGS`), log
 * errors to the console, violate the content security policy, throw. `expected` excludes the errors a test
 * causes, by their text.
 */
export function watchContext(context: BrowserContext, expected: () => RegExp[]): () => string[] {
  const faults: string[] = [];
  // Listens instead of routing, because a route disables the browser's cache and each page would fetch and
  // compile its scripts again.
  context.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !LOOPBACK.test(request.url()))
      faults.push(`call to another machine: ${request.url()}`);
  });
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
